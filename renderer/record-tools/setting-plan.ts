import { isUnchanged } from '../../schemas/vocabulary/equality.ts'
import { formatPointer, parsePointer, valueAt, withValueAt } from '../../schemas/vocabulary/paths/pointer.ts'
import type { FieldError, Plan, PlanItem, PlanItemResult, ServedRecord } from '../../schemas/plan.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { isWithin } from '../editor/draft/pointer.ts'
import { keyOfRow, rowsOf, TakenRows, type RowList } from './taken-rows.ts'

/** Values of chosen fields, by pointer: of a list of rows they may be `TakenRows`, which depend on the rows that a record has. */
export type ChosenValues = ReadonlyMap<string, unknown>

interface OwnChange {
  pointer: string
  before: unknown
  after: unknown
  list?: RowList
}

/** What the values change of a record. */
function changesOf(record: ServedRecord, values: ChosenValues): OwnChange[] {
  return [...values].flatMap(([pointer, value]): OwnChange[] => {
    const before = valueAt(record, parsePointer(pointer))
    const rows = value instanceof TakenRows ? { after: value.within(before), list: value.list } : { after: value }
    return isUnchanged(before, rows.after) ? [] : [{ pointer, before, ...rows }]
  })
}

/** The records in which one of the values would change something. */
export function toBeChanged(records: readonly ServedRecord[], values: ChosenValues): ServedRecord[] {
  return records.filter((record) => changesOf(record, values).length > 0)
}

/** The plan that gives records the values: only of fields in which they differ. An empty value clears a field. */
export function settingPlan(
  { 'x-entity': { name: entity } }: EntitySchema,
  records: readonly ServedRecord[],
  { values, tenantOid }: { values: ChosenValues; tenantOid: string },
): Plan {
  const items = records.map((record): PlanItem => {
    const changes = changesOf(record, values).reduce<Rec>(
      (written, { pointer, after }) => withValueAt(written, parsePointer(pointer), after ?? null),
      {},
    )
    return { entity, action: 'update', oid: record.oid, revision: record.revision, changes }
  })
  return { source: 'inline', tenantOid, items }
}

/** One change of a preview: a field of a record, or a row of its list, before and after. */
export interface PreviewedChange {
  pointer: string
  before: unknown
  after: unknown
  /** Of a row: the list that it belongs to. */
  of?: { pointer: string; list: RowList }
  /** What the service refuses about it. */
  errors: readonly FieldError[]
}

/** What becomes of a record. */
export interface PreviewedRecord {
  record: ServedRecord
  changes: PreviewedChange[]
  /** What the service refuses. */
  refused: readonly FieldError[]
  /** Those of them that are about none of the changes. */
  others: readonly FieldError[]
}

/** What the service's answer to a preview says of every record; those that are refused come first. */
export function previewOf(records: readonly ServedRecord[], values: ChosenValues, items: readonly PlanItemResult[]): PreviewedRecord[] {
  const told = new Map(items.map((item) => [item.index, item]))
  const previewed = records.map((record, index): PreviewedRecord => {
    const item = told.get(index)
    const refused = item?.verdict === 'refused' ? (item.errors ?? []) : []
    const changes = [...changesOf(record, values).flatMap(changeLines), ...byRules(item?.changed, values)]
    const placeOf = (error: FieldError) => changes.find(({ pointer }) => isWithin(refusedPointer(error), pointer))
    return {
      record,
      refused,
      changes: changes.map((change) => ({ ...change, errors: refused.filter((error) => placeOf(error) === change) })),
      others: refused.filter((error) => placeOf(error) === undefined),
    }
  })
  return previewed.toSorted((one, other) => Number(other.refused.length > 0) - Number(one.refused.length > 0))
}

/** The place in the record that a refusal of a plan is about; empty for the record itself. */
export const refusedPointer = ({ pointer }: FieldError): string => /^\/items\/\d+\/changes(\/.+)$/.exec(pointer)?.[1] ?? ''

type Line = Omit<PreviewedChange, 'errors'>

/** A line for each row that changes, by its position in the new list; one for any other value. */
function changeLines({ pointer, before, after, list }: OwnChange): Line[] {
  if (list === undefined || list.key.length === 0) return [{ pointer, before, after }]
  const of = { pointer, list }
  const left = new Map(rowsOf(before).map((row) => [keyOfRow(list, row), row]))
  const lines = rowsOf(after).flatMap((row, index): Line[] => {
    const own = left.get(keyOfRow(list, row))
    left.delete(keyOfRow(list, row))
    return own === row ? [] : [{ pointer: `${pointer}/${index}`, before: own, after: row, of }]
  })
  // Removed rows have no position any more.
  return [...lines, ...[...left.values()].map((row): Line => ({ pointer: `${pointer}/-`, before: row, after: undefined, of }))]
}

/** What rules change besides: whole fields of the record that hold none of the chosen ones. */
function byRules(changed: Record<string, [unknown, unknown]> | undefined, values: ChosenValues): Line[] {
  const chosen = new Set([...values.keys()].map((pointer) => parsePointer(pointer)[0]))
  return Object.entries(changed ?? {}).flatMap(([name, [before, after]]) =>
    chosen.has(name) ? [] : [{ pointer: formatPointer([name]), before, after }],
  )
}
