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
}

/** The map of rows without conflicts. */
export const NO_CONFLICTS: SheetRow['conflicts'] = new Map()

/** Category of a row in the page head; exclusive, errors first. */
export type RowKind = 'invalid' | 'conflict' | 'new' | 'changed' | 'unchanged'

/** The category of a row for counts and filters. */
export function kindOf(row: SheetRow): RowKind {
  if (row.problems.some((problem) => problem.severity === 'error')) return 'invalid'
  if (row.conflicts.size > 0) return 'conflict'
  if (!row.record) return 'new'
  return row.edits.size > 0 ? 'changed' : 'unchanged'
}
