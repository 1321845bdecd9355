import { RequestError } from '../../../renderer/data/data-source.ts'
import { licenceRowCommands, type RowCommand } from '../../../schemas/licence-rows.ts'
import type { Plan, PlanItem } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { isObject } from '../../../schemas/wire/object-wire.ts'
import { entityShape } from './entity-shape.ts'
import type { PlanReads } from './plan-reads.ts'

/** The items of a plan that one call can carry, and their places in the plan. */
export interface Step {
  indexes: number[]
  items: PlanItem[]
  /** Of a command in place of a record: pointers of the command to differing pointers of the record. */
  fields?: RowCommand['fields']
}

/** An item with its place in the plan; several commands may stand for the item of one place. */
interface PlacedItem extends Pick<Step, 'fields'> {
  index: number
  item: PlanItem
}

/** Commands that carry out an item on a record, by the entity of records that only commands change. */
const rowCommands: Readonly<Record<string, (item: PlanItem, before: Rec) => RowCommand[]>> = { license: licenceRowCommands }

/** The items of a plan, with commands in place of those on records that only commands change. */
export async function placedItems({ items }: Plan, reads: PlanReads): Promise<PlacedItem[]> {
  const placed: PlacedItem[] = []
  for (const [index, item] of items.entries()) {
    const commandsOf = rowCommands[item.entity]
    if (commandsOf === undefined) placed.push({ index, item })
    else {
      const commands = commandsOf(item, await storedFor(item, reads))
      for (const { command, changes, fields } of commands)
        placed.push({ index, item: { entity: command, action: 'create', changes }, fields })
    }
  }
  return placed
}

async function storedFor({ entity, action, oid = '' }: PlanItem, reads: PlanReads): Promise<Rec> {
  if (action === 'create') return {}
  const stored = (await reads.records(entity, [oid])).get(oid)?.record
  if (stored === undefined) throw new RequestError({ status: 404, messages: [`There is no such record: ${oid}`] })
  return stored
}

/** The calls of a plan: neighbours of one entity and action travel together where the specifications send lists, the others alone. */
export async function stepsOf(items: readonly PlacedItem[]): Promise<Step[]> {
  const steps: Step[] = []
  for (const { index, item, fields } of items) {
    const { meta } = await entityShape(item.entity)
    const last = steps.at(-1)
    const [before] = last?.items ?? []
    const isList = meta.wholeList === true || (meta.scope === 'tenant' && meta.command === undefined)
    const isSame = before?.entity === item.entity && (meta.wholeList === true || before.action === item.action)
    if (last !== undefined && isList && isSame && !names(item, last.items)) {
      last.items.push(item)
      last.indexes.push(index)
    } else steps.push({ items: [item], indexes: [index], ...(fields && { fields }) })
  }
  return steps
}

/** Whether an item refers to a record that one of the others creates. */
function names({ changes }: PlanItem, others: readonly PlanItem[]): boolean {
  const refs = new Set(others.flatMap(({ ref }) => (ref === undefined ? [] : [`@${ref}`])))
  const isIn = (value: unknown): boolean =>
    typeof value === 'string' ? refs.has(value) : typeof value === 'object' && value !== null && Object.values(value).some(isIn)
  return refs.size > 0 && isIn(changes)
}

/** An item with the identifiers of records that earlier items created in place of their references. */
export function withOids(item: PlanItem, created: ReadonlyMap<string, string>): PlanItem {
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return created.get(value) ?? value
    if (Array.isArray(value)) return value.map(replaced)
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one)])) : value
  }
  const { ref: _ref, ...rest } = item
  return created.size === 0 || item.changes === undefined ? rest : { ...rest, changes: replaced(item.changes) as Rec }
}
