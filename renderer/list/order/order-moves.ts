import type { PlanItem, ServedRecord } from '../../../schemas/plan.ts'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'

/** How the records of an entity are put in order. */
export type Order = NonNullable<EntitySchema['x-entity']['order']>

/** Rows that share one order. */
export interface Lane {
  /** The option of `within` that they have in common; undefined for a list of one lane. */
  option: unknown
  rows: ServedRecord[]
}

/** Rows that nobody moves keep their place. */
export const isImmovable = (row: ServedRecord): boolean => row.can.update !== true

/** The rows of every lane in their order; of equal places the names decide. */
export function lanesOf(rows: readonly ServedRecord[], schema: EntitySchema, language: string): Lane[] {
  const { order, label } = schema['x-entity']
  if (order === undefined) return []
  const name = (row: ServedRecord): string => String(row[label] ?? '')
  const sorted = rows.toSorted((a, b) => placeOf(a, order) - placeOf(b, order) || name(a).localeCompare(name(b), language))
  const { within } = order
  if (within === undefined) return [{ option: undefined, rows: sorted }]
  const options: readonly unknown[] = schema.properties[within]?.enum ?? []
  return options.map((option) => ({ option, rows: sorted.filter((row) => row[within] === option) }))
}

const placeOf = (row: ServedRecord, { by }: Order): number => Number(row[by])

/** The rows after one was moved. Fixed rows keep their positions, the others close up around them. */
export function moved(rows: readonly ServedRecord[], from: number, to: number): ServedRecord[] {
  const row = rows[from]
  if (row === undefined || isImmovable(row)) return [...rows]
  const others = rows.filter((one) => one !== row && !isImmovable(one))
  const before = rows.slice(0, to < from ? to : to + 1).filter((one) => one !== row && !isImmovable(one)).length
  const loose = [...others.slice(0, before), row, ...others.slice(before)]
  return rows.map((one) => (isImmovable(one) ? one : (loose.shift() ?? one)))
}

/** The writes that store this order: each row gets its position, from 1, or the next number after the row before it. */
export function writesOf(rows: readonly ServedRecord[], schema: EntitySchema): PlanItem[] {
  const { name, order } = schema['x-entity']
  if (order === undefined) return []
  let last = 0
  return rows.flatMap((row, index): PlanItem[] => {
    const place = isImmovable(row) ? placeOf(row, order) : Math.max(index + 1, last + 1)
    last = Math.max(last, place)
    if (place === placeOf(row, order)) return []
    return [{ entity: name, action: 'update', oid: row.oid, revision: row.revision, changes: { [order.by]: place } }]
  })
}
