import { recordCell } from './import-file.ts'
import type { SheetRow } from './row.ts'
import { columnOf, sheetName, type SheetModel } from './sheet-model.ts'
import { cellText } from './view.ts'

/** A planned change of one cell, or the deletion of a row. */
export interface PlannedCell {
  /** Sheet of the row. */
  sheet: string
  /** Id of the row. */
  row: number
  line: number | undefined
  /** Label of the row. */
  name: string
  /** Column id; `''` for a deleted row. */
  column: string
  before: string
  after: string
}

/** The cells of a plan in row order, computed on demand: a plan of 100,000 rows has a million, of which twenty are visible. */
export class PlannedCells {
  private readonly rows: readonly SheetRow[]
  private readonly model: SheetModel
  private readonly deletes: boolean
  /** Number of cells before each row. */
  private readonly starts: Uint32Array
  readonly count: number

  constructor(rows: readonly SheetRow[], model: SheetModel, kind: 'write' | 'delete') {
    this.rows = rows
    this.model = model
    this.deletes = kind === 'delete'
    this.starts = new Uint32Array(rows.length)
    let count = 0
    rows.forEach((row, index) => {
      this.starts[index] = count
      count += this.deletes ? 1 : this.editsOf(row).length
    })
    this.count = count
  }

  /** The cells from `start` up to, not including, `end`. */
  slice(start: number, end: number): PlannedCell[] {
    const cells: PlannedCell[] = []
    const last = Math.min(end, this.count)
    for (let at = this.rowOf(start); at < this.rows.length && (this.starts[at] ?? 0) < last; at += 1) {
      const row = this.rows[at]
      if (row) cells.push(...this.cellsOf(row))
    }
    const skipped = start - (this.starts[this.rowOf(start)] ?? 0)
    return cells.slice(skipped, skipped + Math.max(0, last - start))
  }

  /** Index of the row of a cell. */
  private rowOf(cell: number): number {
    let low = 0
    let high = this.rows.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.starts[middle] ?? 0) <= cell) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Edits of a row; without the columns that identify the containing record, which are part of its label. */
  private editsOf(row: SheetRow): [column: string, text: string][] {
    const edits = [...row.edits]
    return this.model.child ? edits.filter(([column]) => !columnOf(this.model, column).field.startsWith('^/')) : edits
  }

  private cellsOf(row: SheetRow): PlannedCell[] {
    const known = { sheet: sheetName(this.model), row: row.id, line: row.line, name: rowName(row, this.model) }
    if (this.deletes) return [{ ...known, column: '', before: '', after: '' }]
    return this.editsOf(row).map(([column, after]) => ({ ...known, column, before: recordCell(row, columnOf(this.model, column)), after }))
  }
}

/** The cells of several sheets in sequence. */
export class PlannedSheets {
  private readonly sheets: readonly PlannedCells[]
  readonly count: number

  constructor(sheets: readonly PlannedCells[]) {
    this.sheets = sheets
    this.count = sheets.reduce((sum, { count }) => sum + count, 0)
  }

  /** The cells from `start` up to, not including, `end`. */
  slice(start: number, end: number): PlannedCell[] {
    let before = 0
    return this.sheets.flatMap((cells) => {
      const [from, to] = [Math.max(0, start - before), Math.min(cells.count, end - before)]
      before += cells.count
      return to > from ? cells.slice(from, to) : []
    })
  }
}

/** Label of a row; for a nested row, its record, its map key and its own key. */
export function rowName(row: SheetRow, model: SheetModel): string {
  if (model.child) return childName(row, model, model.child.key)
  const { label } = model.schema['x-entity']
  const column = model.map.columns.find(({ field }) => field === label)
  return column ? cellText(row, column.id, model) : ''
}

function childName(row: SheetRow, model: SheetModel, key: readonly string[]): string {
  const labelled = (field: string, text: string): string => model.optionLabels[field]?.[text] ?? text
  const texts = (wanted: (field: string) => boolean): string =>
    model.map.columns
      .flatMap(({ id, field }) => (wanted(field) ? labelled(field, cellText(row, id, model)) : []))
      .filter((text) => text !== '')
      .join(' ')
  const own =
    texts((field) => key.includes(field)) || texts((field) => field === model.schema['x-entity'].label) || texts((field) => field === 'id')
  return [texts((field) => field.startsWith('^/')), texts((field) => field === '*'), own].filter((text) => text !== '').join(' › ')
}
