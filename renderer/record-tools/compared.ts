import type { ServedRecord } from '../../schemas/plan.ts'
import { isUnchanged } from '../../schemas/vocabulary/equality.ts'
import { parsePointer, valueAt } from '../../schemas/vocabulary/paths/pointer.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { layoutOf } from '../editor/layout/layout.ts'
import type { PageProps } from '../host.tsx'
import { settableFields, takeableFields } from './settable-fields.ts'
import { isEntered, isSameRow, isSameRows, keyOfRow, rowListOf, rowsOf, TakenRows, type RowList } from './taken-rows.ts'

/** A field of several records side by side. */
export interface ComparedField {
  pointer: string
  section: string
  values: unknown[]
  isSame: boolean
  /** For each record: whether others could take its value over. */
  takeable: boolean[]
  /** Of a list of rows with a key: the rows in which the records differ, in the order in which they first appear. */
  rows?: ComparedRow[]
  list?: RowList
}

/** A row of several records' lists, found by its key; undefined where a list has none of that key. */
export interface ComparedRow {
  key: string
  rows: (Rec | undefined)[]
  takeable: boolean[]
}

/** The fields of records that their editor shows: those that differ first, both in the editor's order; without what none of them has. */
export function comparedFields(shape: PageProps, records: readonly ServedRecord[]): ComparedField[] {
  const settable = new Set([...settableFields(shape), ...takeableFields(shape)].map(({ pointer }) => pointer))
  const all = [...layoutOf(shape.schema, shape.screen, false).fields].flatMap(([pointer, { field, section }]): ComparedField[] => {
    const values = records.map((record) => valueAt(record, parsePointer(pointer)))
    const list = rowListOf(field.property)
    const isSettable = settable.has(pointer)
    const compared = list ? comparedLists(list, { values, records, isSettable }) : comparedValues({ values, records, isSettable })
    const [first] = values
    const isEmpty = compared.isSame && (first === undefined || first === null || first === '')
    return isEmpty ? [] : [{ pointer, section, values, ...compared }]
  })
  return [...all.filter(({ isSame }) => !isSame), ...all.filter(({ isSame }) => isSame)]
}

interface Compared {
  values: readonly unknown[]
  records: readonly ServedRecord[]
  isSettable: boolean
}

/** Whether a record other than this one may be changed, and would be by taking something over. */
function isTakeable({ records, isSettable }: Compared, index: number, wouldChange: (other: number) => boolean): boolean {
  return isSettable && records.some(({ can }, other) => other !== index && can['update'] === true && wouldChange(other))
}

function comparedValues(compared: Compared): Pick<ComparedField, 'isSame' | 'takeable'> {
  const { values } = compared
  const [first] = values
  return {
    isSame: values.every((value) => isUnchanged(first, value)),
    takeable: values.map((value, index) => isTakeable(compared, index, (other) => !isUnchanged(values[other], value))),
  }
}

function comparedLists(list: RowList, compared: Compared): Pick<ComparedField, 'isSame' | 'takeable' | 'rows' | 'list'> {
  const lists = compared.values.map(rowsOf)
  const [first = []] = lists
  const isSame = lists.every((rows) => isSameRows(list, first, rows))
  const changes = (taken: TakenRows) => (other: number) => !isUnchanged(lists[other], taken.within(lists[other]))
  const takeable = lists.map((rows, index) => isTakeable(compared, index, changes(new TakenRows(list, rows, true))))
  if (isSame || list.key.length === 0) return { isSame, takeable, list }
  const byKey = lists.map((rows) => new Map(rows.map((row) => [keyOfRow(list, row), row])))
  const keys = new Set(lists.flat().map((row) => keyOfRow(list, row)))
  const rows = [...keys].flatMap((key): ComparedRow[] => {
    const same = byKey.map((one) => one.get(key))
    if (same.every((row) => isSameRow(list, same[0], row))) return []
    const isOffered = (row: Rec | undefined, index: number): boolean =>
      row !== undefined && isEntered(list, row) && isTakeable(compared, index, changes(new TakenRows(list, [row], false)))
    return [{ key, rows: same, takeable: same.map(isOffered) }]
  })
  return { isSame, takeable, rows, list }
}
