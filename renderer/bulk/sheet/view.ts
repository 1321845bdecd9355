import { recordCell } from './import-file.ts'
import { kindOf, type RowKind, type SheetRow } from './row.ts'
import { columnOf, type SheetModel } from './sheet-model.ts'

/** What part of the sheet is shown, and in which order. */
export interface SheetView {
  kind: RowKind | 'all'
  /** Only the rows of one problem group. */
  only?: { column: string; key: string } | undefined
  search: string
  sort?: { column: string; order: 'asc' | 'desc' } | undefined
}

/** A row as the grid shows it. */
export interface RowWindow {
  id: number
  line: number | undefined
  kind: RowKind
  /** The service has a record of it; otherwise it is a new row. */
  record: boolean
  selected: boolean
  cells: Record<string, string>
  /** Text of the record beneath an edited cell. */
  before: Record<string, string>
  problems: SheetRow['problems']
  conflicts: Record<string, { mine: string; theirs: string }>
}

/** Text of a cell as it stands: the edit, else the record's. */
export function cellText(row: SheetRow, id: string, model: SheetModel): string {
  return row.edits.get(id) ?? recordCell(row, columnOf(model, id))
}

/** Ids of the rows that the view shows, in its order. */
export function viewRows(rows: readonly SheetRow[], view: SheetView, model: SheetModel): SheetRow[] {
  const term = view.search.trim().toLocaleLowerCase()
  const shown = rows.filter((row) => matches(row, view) && (term === '' || hasText(row, term, model)))
  const { sort } = view
  if (!sort) return workedOnFirst(shown)
  const sign = sort.order === 'asc' ? 1 : -1
  const order = new Intl.Collator(undefined, { numeric: true })
  const keyed = shown.map((row) => ({ row, text: cellText(row, sort.column, model) }))
  return keyed.sort((a, b) => sign * order.compare(a.text, b.text)).map(({ row }) => row)
}

/** Without an order of one's own: rows of the imported file in its order, new rows, then the rest as the service sent it. */
function workedOnFirst(rows: readonly SheetRow[]): SheetRow[] {
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
  return model.shown.some((id) => cellText(row, id, model).toLocaleLowerCase().includes(term))
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
    selected: row.selected,
    cells,
    before,
    problems: row.problems,
    conflicts: Object.fromEntries(row.conflicts),
  }
}
