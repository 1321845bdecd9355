import { trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { recordCell } from './import-file.ts'
import type { CellProblem, SheetRow } from './row.ts'
import { keyColumns, type SheetModel } from './sheet-model.ts'

const TWICE = 'bulk.row.twice'

/**
 * Keys of the rows that the sheet would write: new ones, and those with another key than their record, unless records may share a key (the
 * service adds licences of one group up). Two rows of one key stand for the same record; both get an error at the last column of the key.
 */
export class RowKeys {
  private readonly columns: readonly CsvMapColumn[]
  private readonly isUnique: boolean
  private readonly rowsOf = new Map<string, Set<SheetRow>>()
  private readonly keyOf = new Map<SheetRow, string>()

  constructor(model: SheetModel) {
    this.columns = keyColumns(model)
    this.isUnique = (model.schema['x-unique'] ?? []).length > 0
  }

  /** Takes up the row's current key, after its other problems are known. */
  update(row: SheetRow): void {
    this.release(row)
    const key = this.written(row)
    if (key === undefined) return
    const rows = this.rowsOf.get(key) ?? new Set()
    this.rowsOf.set(key, rows.add(row))
    this.keyOf.set(row, key)
    if (rows.size > 1) this.report(row)
    if (rows.size === 2) for (const other of rows) if (other !== row) this.report(other)
  }

  /** Forgets a row; the last other one with its key is in order again. */
  release(row: SheetRow): void {
    const key = this.keyOf.get(row)
    const rows = key === undefined ? undefined : this.rowsOf.get(key)
    if (key === undefined || rows === undefined) return
    this.keyOf.delete(row)
    rows.delete(row)
    if (rows.size === 0) this.rowsOf.delete(key)
    if (rows.size === 1) for (const other of rows) other.problems = other.problems.filter((problem) => problem.key !== TWICE)
  }

  /** Undefined where the row writes no key, or an incomplete one. */
  private written(row: SheetRow): string | undefined {
    const isWritten = row.record === undefined || (this.isUnique && this.columns.some(({ id }) => row.edits.has(id)))
    if (this.columns.length === 0 || !isWritten) return undefined
    const cells = this.columns.map((column) => trimInvisible((row.edits.get(column.id) ?? recordCell(row, column)).normalize('NFC')))
    return cells.includes('') ? undefined : JSON.stringify(cells)
  }

  private report(row: SheetRow): void {
    const column = this.columns.at(-1)?.id ?? ''
    const isKnown = row.problems.some((problem) => problem.column === column && problem.severity === 'error')
    const problem: CellProblem = { column, severity: 'error', key: TWICE, from: 'sheet' }
    if (!isKnown) row.problems = [...row.problems, problem]
  }
}
