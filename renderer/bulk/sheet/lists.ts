import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { fieldValue, withFieldValue } from '../../../schemas/vocabulary/field-path.ts'
import { entryPath } from '../../../schemas/vocabulary/list-place.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { ChildSheet } from './child-sheet.ts'
import type { SheetRow } from './row.ts'
import { isLost } from './sheet.ts'
import type { SheetModel } from './sheet-model.ts'

/** A list as the sheets make it, and which row of its sheet each of its rows is. */
export interface MadeList {
  path: string
  rows: Rec[]
  origins: SheetRow[]
  sheet: ChildSheet
}

/** Which rows of a sheet count: those that are written, and those that go. */
export interface RowSelection {
  write: (row: SheetRow) => boolean
  remove: (row: SheetRow) => boolean
}

/** Whether a row has something to be written. */
export function hasChanges(row: SheetRow): boolean {
  return !isLost(row) && (row.edits.size > 0 || !row.record)
}

/** The lists of a record that the rows of a sheet change; lists that stay as they are are absent. */
export function madeLists(sheet: ChildSheet, parent: SheetRow, wanted: RowSelection): MadeList[] {
  const rows = sheet.rowsOf(parent)
  const changing = rows.filter((row) => (hasChanges(row) && wanted.write(row)) || (row.record && wanted.remove(row)))
  if (changing.length === 0) return []
  const { list } = sheet.model.child ?? { list: '' }
  const entries = new Set(changing.map((row) => entryOf(sheet, row)))
  return [...entries].flatMap((entry) => {
    if (entry === null) return []
    const path = entryPath(list, entry)
    const own = rows.filter((row) => entryOf(sheet, row) === entry)
    const before = parent.record ? fieldValue(parent.record, path) : undefined
    const made: MadeList = { path, rows: [], origins: [], sheet }
    for (const row of own) {
      const stored = row.record && Array.isArray(before) ? (before[Number(row.record['#'])] as Rec) : undefined
      if (row.record && wanted.remove(row)) continue
      if (!stored && !wanted.write(row)) continue
      made.rows.push(wanted.write(row) && hasChanges(row) ? written(sheet, row, stored) : (stored ?? {}))
      made.origins.push(row)
    }
    return made
  })
}

/** The entry of the map in which a row stands; undefined where its list stands in none, null where the row does not say. */
export function entryOf(sheet: ChildSheet, row: SheetRow): string | undefined | null {
  if (row.record) return row.record['*'] as string | undefined
  if (!sheet.model.map.columns.some(({ field }) => field === '*')) return undefined
  const entry = sheet.candidate(row).changes['*']
  return typeof entry === 'string' && entry !== '' ? entry : null
}

/** A row with its edits; an emptied cell is a field left out, a new row has the defaults of its fields. */
function written(sheet: ChildSheet, row: SheetRow, stored: Rec | undefined): Rec {
  const { changes, touched } = sheet.candidate(row)
  let made: Rec = stored ?? defaultsOf(rowSchema(sheet))
  for (const field of touched) {
    if (field === '*' || field.startsWith('^/')) continue
    const value = fieldValue(changes, field)
    const isEmpty = value === '' || value === null
    if (isEmpty && !stored) continue
    made = isEmpty ? withFieldValue(made, field, undefined) : mergeRecords(made, withFieldValue({}, field, value))
  }
  return made
}

function rowSchema(sheet: ChildSheet): SheetModel['schema'] {
  const { '^': _around, '*': _entry, ...properties } = sheet.model.schema.properties
  return { ...sheet.model.schema, properties }
}

/** The changes of a record that put its lists in place of the stored ones. */
export function listChanges(lists: readonly MadeList[]): Rec {
  return lists.reduce<Rec>((changes, { path, rows }) => withFieldValue(changes, path, rows), {})
}

/** The row and column that a pointer into one of the lists is about. */
export function placeInLists(pointer: string, lists: readonly MadeList[]): { row: SheetRow; column: string } | undefined {
  for (const { path, origins, sheet } of lists) {
    if (!pointer.startsWith(`/${path}/`)) continue
    const [index = '', ...rest] = pointer.slice(path.length + 2).split('/')
    const row = origins[Number(index)]
    if (!row) continue
    const inner = rest.join('/')
    const { columns } = sheet.model.map
    const column =
      columns.find(({ field }) => inner === field || inner.startsWith(`${field}/`)) ??
      columns.find(({ field }) => inner !== '' && field.startsWith(`${inner}/`))
    return { row, column: column?.id ?? '' }
  }
  return undefined
}
