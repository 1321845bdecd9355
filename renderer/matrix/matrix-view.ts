import { fold } from '../parts/text/fold.ts'
import { type MatrixModel, Notifier } from './matrix-model.ts'

/** Visible row and column; -1 is the head. */
export interface Spot {
  row: number
  column: number
}

/** Range of visible rows and columns, inclusive. */
export interface Range {
  top: number
  bottom: number
  left: number
  right: number
}

/** Filter of a matrix. */
export interface MatrixFilter {
  /** Part of the name of a row. */
  rows: string
  columns: string
  /** Value indexes: rows and columns without any of them are hidden, other cells fade. Empty: no filter. */
  values: ReadonlySet<number>
}

export const noFilter: MatrixFilter = { rows: '', columns: '', values: new Set() }

/** The visible part of a matrix, its focus and its selection. */
export class MatrixView extends Notifier {
  filter = noFilter
  /** Indexes of the visible rows and columns. */
  rows: readonly number[] = []
  columns: readonly number[] = []
  focus: Spot = { row: 0, column: 0 }
  private anchor: Spot = { row: 0, column: 0 }

  constructor(readonly model: MatrixModel) {
    super()
    this.applyFilter(noFilter)
  }

  /** Filters rows and columns. Later writes do not hide rows. */
  applyFilter(filter: MatrixFilter): void {
    this.filter = filter
    const { input } = this.model
    const rows = matching(input.rows, filter.rows)
    const columns = matching(input.columns, filter.columns)
    const kept = filter.values.size === 0 ? { rows, columns } : this.withValues(rows, columns)
    this.rows = kept.rows
    this.columns = kept.columns
    this.go(this.focus, false)
  }

  private withValues(rows: readonly number[], columns: readonly number[]): { rows: number[]; columns: number[] } {
    const width = this.model.input.columns.length
    const [keptRows, keptColumns] = [new Set<number>(), new Set<number>()]
    for (const row of rows) {
      for (const column of columns) {
        if (!this.filter.values.has(this.model.shown(row * width + column))) continue
        keptRows.add(row)
        keptColumns.add(column)
      }
    }
    return { rows: rows.filter((row) => keptRows.has(row)), columns: columns.filter((column) => keptColumns.has(column)) }
  }

  /** Whether the value filter excludes a cell. */
  isFaded(cell: number): boolean {
    return this.filter.values.size > 0 && !this.filter.values.has(this.model.shown(cell))
  }

  isNarrowed(): boolean {
    return this.filter.rows !== '' || this.filter.columns !== '' || this.filter.values.size > 0
  }

  /** Index of a visible cell; -1 for heads and for pairs without record. */
  cellAt({ row, column }: Spot): number {
    const at = this.rows[row]
    const under = this.columns[column]
    if (at === undefined || under === undefined) return -1
    const cell = at * this.model.input.columns.length + under
    return this.model.has(cell) ? cell : -1
  }

  /** Moves the focus within the visible part, excluding the corner; extends or resets the selection. */
  go({ row, column }: Spot, isRange: boolean): void {
    const least = isRange ? 0 : -1
    const spot = { row: clamp(row, least, this.rows.length - 1), column: clamp(column, least, this.columns.length - 1) }
    if (spot.row < 0 && spot.column < 0) spot[row < 0 && this.focus.row < 0 ? 'column' : 'row'] = 0
    this.focus = spot
    if (!isRange) this.anchor = spot
    this.notify()
  }

  /** Selects a range; the second cell gets the focus. */
  choose(from: Spot, to: Spot): void {
    this.anchor = from
    this.go(to, true)
  }

  chooseAll(): void {
    this.choose({ row: 0, column: 0 }, { row: this.rows.length - 1, column: this.columns.length - 1 })
  }

  /** The selection: at least one cell; for a head, its whole row or column. */
  range(): Range {
    const { anchor, focus } = this
    const isRowHead = focus.column < 0
    const isColumnHead = focus.row < 0
    return {
      top: Math.max(0, Math.min(anchor.row, focus.row)),
      bottom: isColumnHead ? this.rows.length - 1 : Math.max(anchor.row, focus.row),
      left: Math.max(0, Math.min(anchor.column, focus.column)),
      right: isRowHead ? this.columns.length - 1 : Math.max(anchor.column, focus.column),
    }
  }

  isOneCell(): boolean {
    const { top, bottom, left, right } = this.range()
    return top === bottom && left === right
  }

  /** Cells of a range that have a record, by rows. */
  cellsOf({ top, bottom, left, right }: Range): number[] {
    const cells: number[] = []
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const cell = this.cellAt({ row, column })
        if (cell >= 0) cells.push(cell)
      }
    }
    return cells
  }
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, Math.max(most, 0)))

function matching(entries: readonly { name: string }[], typed: string): number[] {
  const wanted = fold(typed.trim())
  return entries.flatMap(({ name }, place) => (fold(name).includes(wanted) ? [place] : []))
}
