import { defaultsOf } from '../../../schemas/rules/defaults.ts'
import { fieldValue, withFieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import { entryPath } from '../../../schemas/vocabulary/paths/list-place.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { mergeRecords } from '../../../schemas/vocabulary/changes.ts'
import type { ChildSheet } from './child-sheet.ts'
import type { SheetRow } from './row.ts'
import { isUnmatched } from './row-state.ts'
import type { SheetModel } from './sheet-model.ts'

/** A list assembled from a sheet, with the sheet row of each list row. */
export interface AssembledList {
  path: string
  rows: Rec[]
  origins: SheetRow[]
  sheet: ChildSheet
}

/** Selects rows to write and rows to remove. */
export interface RowSelection {
  write: (row: SheetRow) => boolean
  remove: (row: SheetRow) => boolean
}

/** Whether a row has changes to write. */
export function hasChanges(row: SheetRow): boolean {
  return !isUnmatched(row) && (row.edits.size > 0 || !row.record)
}

/** The lists of a record that a sheet changes; unchanged lists are left out. */
export function assembleLists(sheet: ChildSheet, parent: SheetRow, wanted: RowSelection): AssembledList[] {
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
    const made: AssembledList = { path, rows: [], origins: [], sheet }
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

/** The map key of a row; undefined if its list is not in a map, null if the row does not name one. */
export function entryOf(sheet: ChildSheet, row: SheetRow): string | undefined | null {
  if (row.record) return row.record['*'] as string | undefined
  if (!sheet.model.map.columns.some(({ field }) => field === '*')) return undefined
  const entry = sheet.candidate(row).changes['*']
  return typeof entry === 'string' && entry !== '' ? entry : null
}

/** A row with its edits applied. An emptied cell leaves the field out; a new row starts from defaults. */
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

/** The changes that replace the stored lists of a record. */
export function listChanges(lists: readonly AssembledList[]): Rec {
  return lists.reduce<Rec>((changes, { path, rows }) => withFieldValue(changes, path, rows), {})
}

/** The row and column of a pointer into one of the lists. */
export function placeInLists(pointer: string, lists: readonly AssembledList[]): { row: SheetRow; column: string } | undefined {
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
