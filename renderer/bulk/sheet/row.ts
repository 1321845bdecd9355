import type { ServedRecord } from '../../../schemas/plan.ts'

/** An error or warning of a cell. `params` are for the text of `key`. */
export interface CellProblem {
  /** Column id; `''` for the row as a whole. */
  column: string
  severity: 'error' | 'warning'
  key: string
  params?: Record<string, unknown>
  /** Found by the sheet while editing, or by the service in the preview. */
  from: 'sheet' | 'service'
}

/** A cell that both this person (or the imported file) and somebody else changed since it was loaded (or exported). */
export interface CellConflict {
  /** Typed or imported value. */
  mine: string
  /** Current value of the record. */
  theirs: string
}

/** A row of the sheet. `edits` holds only cells that differ from the record or, in a new row, are not empty. */
export interface SheetRow {
  /** Unique within the sheet while it is open. */
  id: number
  /** The record as loaded; absent on a new row. */
  record?: ServedRecord
  edits: Map<string, string>
  problems: CellProblem[]
  /** Immutable; rows without conflicts share one map. */
  conflicts: ReadonlyMap<string, CellConflict>
  /** Line in the imported file. */
  line?: number
  selected: boolean
  /** A person chose the row, rather than an import or an edit: only such rows are deleted. @default no */
  picked?: boolean
  /** Others deleted the record that the file, or an edit, is about. `within`: the row is of a list in that record, which stands for it. */
  gone?: { oid: string; within?: true }
}

/** The map of rows without conflicts. */
export const NO_CONFLICTS: SheetRow['conflicts'] = new Map()

/** Category of a row in the page head; exclusive, errors first. */
export type RowKind = 'gone' | 'invalid' | 'conflict' | 'new' | 'changed' | 'unchanged'

/** The category of a row for counts and filters. */
export function kindOf(row: SheetRow): RowKind {
  if (row.gone) return 'gone'
  if (row.problems.some((problem) => problem.severity === 'error')) return 'invalid'
  if (row.conflicts.size > 0) return 'conflict'
  if (!row.record) return 'new'
  return row.edits.size > 0 ? 'changed' : 'unchanged'
}

/** Selects a row, or not, as a person wants it. */
export function pick(row: SheetRow, selected: boolean): void {
  row.selected = selected
  row.picked = selected
}

/** Selects a row that has something to be written; one that has not stays only if a person chose it. */
export function selectWork(row: SheetRow): void {
  const hasWork = row.edits.size > 0 || row.conflicts.size > 0 || !row.record
  row.selected = row.gone === undefined && (hasWork || row.picked === true)
}
