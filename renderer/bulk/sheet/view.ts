import { fold } from '../../parts/text/fold.ts'
import { isLocked, recordCell } from './import-file.ts'
import { kindOf, type RowKind, type SheetRow } from './row.ts'
import { columnOf, type SheetModel } from './sheet-model.ts'

/** Filter and order of the sheet. */
export interface SheetView {
  kind: RowKind | 'all'
  /** Only the rows of one problem group. */
  only?: { column: string; key: string } | undefined
  search: string
  sort?: { column: string; order: 'asc' | 'desc' } | undefined
}

/** A row for the grid. */
export interface RowWindow {
  id: number
  line: number | undefined
  kind: RowKind
  /** True for an existing record, false for a new row. */
  record: boolean
  /** The person may not change the record. */
  locked: boolean
  selected: boolean
  cells: Record<string, string>
  /** Original texts of edited cells. */
  before: Record<string, string>
  problems: SheetRow['problems']
  conflicts: Record<string, { mine: string; theirs: string }>
}

/** Current text of a cell: the edit, else the record's. */
export function cellText(row: SheetRow, id: string, model: SheetModel): string {
  return row.edits.get(id) ?? recordCell(row, columnOf(model, id))
}

/** The visible rows, in order. */
export function viewRows(rows: readonly SheetRow[], view: SheetView, model: SheetModel): SheetRow[] {
  const term = fold(view.search.trim())
  const shown = rows.filter((row) => matches(row, view) && (term === '' || hasText(row, term, model)))
  const { sort } = view
  if (!sort) return importedFirst(shown)
  const sign = sort.order === 'asc' ? 1 : -1
  const order = new Intl.Collator(undefined, { numeric: true })
  const keyed = shown.map((row) => ({ row, text: cellText(row, sort.column, model) }))
  return keyed.sort((a, b) => sign * order.compare(a.text, b.text)).map(({ row }) => row)
}

/** Default order: imported rows in file order, new rows, then the rest as loaded. */
function importedFirst(rows: readonly SheetRow[]): SheetRow[] {
  const imported = rows.filter((row) => row.line !== undefined).sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  const added = rows.filter((row) => row.line === undefined && !row.record)
  const rest = rows.filter((row) => row.line === undefined && row.record)
  return [...imported, ...added, ...rest]
}

function matches(row: SheetRow, view: SheetView): boolean {
  const { only } = view
  if (only && !row.problems.some((problem) => problem.column === only.column && problem.key === only.key)) return false
  return view.kind === 'all' || kindOf(row) === view.kind
}

function hasText(row: SheetRow, term: string, model: SheetModel): boolean {
  return model.shown.some((id) => fold(cellText(row, id, model)).includes(term))
}

/** A row's data for the grid. */
export function windowOf(row: SheetRow, model: SheetModel): RowWindow {
  const cells = Object.fromEntries(model.shown.map((id) => [id, cellText(row, id, model)]))
  const before = row.record ? Object.fromEntries([...row.edits.keys()].map((id) => [id, recordCell(row, columnOf(model, id))])) : {}
  return {
    id: row.id,
    line: row.line,
    kind: kindOf(row),
    record: row.record !== undefined,
    locked: isLocked(row) || row.gone !== undefined,
    selected: row.selected,
    cells,
    before,
    problems: row.problems,
    conflicts: Object.fromEntries(row.conflicts),
  }
}
