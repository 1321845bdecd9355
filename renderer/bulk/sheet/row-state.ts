import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { recordCell } from './import-file.ts'
import { NO_CONFLICTS, pick, type SheetRow } from './row.ts'
import type { SheetModel } from './sheet-model.ts'

/** Problems of file rows that mean no record. */
const UNMATCHED: readonly string[] = ['bulk.row.duplicate', 'bulk.row.ambiguousKey']

/** Whether a file row matches no record, so that its cells cannot be checked. */
export function isUnmatched(row: SheetRow): boolean {
  return row.gone !== undefined || row.problems.some(({ key }) => UNMATCHED.includes(key))
}

/**
 * Others deleted the record of a row: what was to be written to it stays, as a conflict of its own kind; false where nothing was. Its texts
 * become those of the row, so that it can be made anew.
 */
export function loseRecord(row: SheetRow, { map }: Pick<SheetModel, 'map'>): boolean {
  const { record } = row
  if (!record || (row.edits.size === 0 && row.conflicts.size === 0)) return false
  const stored = map.columns.filter(({ readOnly }) => !readOnly).map((column) => [column.id, recordCell(row, column)] as const)
  const mine = [...row.conflicts].map(([id, conflict]) => [id, conflict.mine] as const)
  row.edits = new Map([...stored, ...row.edits, ...mine].filter(([, text]) => text !== ''))
  row.conflicts = NO_CONFLICTS
  row.gone = { oid: record.oid }
  delete row.record
  pick(row, false)
  return true
}

/** Leaves out empty cells of a new row, so that defaults and "mandatory" apply, and objects of empty cells only. */
export function withoutEmpty(changes: Rec): Rec {
  const kept: Rec = {}
  for (const [name, value] of Object.entries(changes)) {
    if (value === '' || value === null) continue
    if (typeof value !== 'object' || Array.isArray(value)) kept[name] = value
    else if (Object.keys(withoutEmpty(value as Rec)).length > 0) kept[name] = withoutEmpty(value as Rec)
  }
  return kept
}
