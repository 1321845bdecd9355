import type { ServedRecord } from '../../../schemas/plan.ts'

/** What is wrong with a cell, or worth knowing about it. `params` fill the text of `key`. */
export interface CellProblem {
  /** Column id; `''` for the row as a whole. */
  column: string
  severity: 'error' | 'warning'
  key: string
  params?: Record<string, unknown>
  /** Who found it: the sheet as one types, or the service in the preview. */
  from: 'sheet' | 'service'
}

/** A cell that both the file and somebody else changed since the export. */
export interface CellConflict {
  /** What the file says. */
  mine: string
  /** What the record says now. */
  theirs: string
}

/** One line of the sheet. `edits` holds only cells that differ from the record (or, on a new row, that are filled). */
export interface SheetRow {
  /** Number within the sheet, stable as long as it is open. */
  id: number
  /** The record as the service sent it last; absent on a new row. */
  record?: ServedRecord
  edits: Map<string, string>
  problems: CellProblem[]
  /** Replaced, never changed in place: rows without any share one. */
  conflicts: ReadonlyMap<string, CellConflict>
  /** Line in the imported file. */
  line?: number
  selected: boolean
}

/** Of a row in which nothing is to be decided. */
export const NO_CONFLICTS: SheetRow['conflicts'] = new Map()

/** How a row counts in the head of the page; the kinds are exclusive, errors first. */
export type RowKind = 'invalid' | 'conflict' | 'new' | 'changed' | 'unchanged'

/** The kind under which a row is counted and filtered. */
export function kindOf(row: SheetRow): RowKind {
  if (row.problems.some((problem) => problem.severity === 'error')) return 'invalid'
  if (row.conflicts.size > 0) return 'conflict'
  if (!row.record) return 'new'
  return row.edits.size > 0 ? 'changed' : 'unchanged'
}
