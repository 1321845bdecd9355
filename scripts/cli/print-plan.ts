import type { FieldError, PlanItemResult } from '../../schemas/plan.ts'
import { parsePointer } from '../../schemas/vocabulary/paths/pointer.ts'
import type { PlanAnswer } from './client.ts'
import type { PlannedItem } from './make-plan.ts'

const SIGNS = { create: '+', update: '~', delete: '-' } as const
const LONGEST = 200

/** What a plan would change or has changed, as the service tells it: a line per record, and per field its value before and after. */
export function differenceText(planned: readonly PlannedItem[], { items }: Pick<PlanAnswer, 'items'>): string {
  const results = new Map(items.map((result) => [result.index, result]))
  return planned.map((one, index) => itemText(one, results.get(index))).join('')
}

/** Items that the service would really change. */
export function changeCount(planned: readonly PlannedItem[], { counts, items }: Pick<PlanAnswer, 'counts' | 'items'>): number {
  return counts?.applied ?? items.filter(({ verdict }) => verdict === 'applied').length ?? planned.length
}

function itemText({ item, entity, name }: PlannedItem, result: PlanItemResult | undefined): string {
  if (result?.verdict === 'unchanged') return ''
  const head = `${SIGNS[item.action]} ${entity.name} ${name}\n`
  if (item.action === 'delete') return head
  const fields = Object.entries(result?.changed ?? {}).map(([field, [before, after]]) =>
    item.action === 'create' ? `    ${field}: ${valueText(after)}\n` : `    ${field}: ${valueText(before)} → ${valueText(after)}\n`,
  )
  return head + fields.join('')
}

function valueText(value: unknown): string {
  const text = value === undefined ? 'null' : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Every refusal of a plan at its file, record and field. */
export function refusalText(planned: readonly PlannedItem[], { items, errors = [], detail }: PlanAnswer): string {
  const ofItems = items.flatMap(({ errors: own = [] }) => own)
  const all = ofItems.length > 0 ? ofItems : errors
  const lines = all.map((error) => lineOf(error, planned))
  return lines.length === 0 ? `${detail ?? 'The service refused the plan.'}\n` : `${[...new Set(lines)].join('\n')}\n`
}

function lineOf({ pointer, message }: FieldError, planned: readonly PlannedItem[]): string {
  const [, index, , ...field] = parsePointer(pointer)
  const one = planned[Number(index)]
  if (one === undefined) return message
  const place = `${one.place} (${one.entity.name} ${one.name})`
  return field.length === 0 ? `${place}: ${message}` : `${place}: ${field.join('.')}: ${message}`
}
