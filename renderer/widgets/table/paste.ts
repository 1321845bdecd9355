import { trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import { readAddressAndLength, readPrefixLength } from '../../../schemas/vocabulary/ipv4.ts'
import type { Candidate, InnerRow } from '../contract.ts'
import { readText } from './cell-text.ts'
import type { TableColumn } from './columns.ts'

/** Splits what a spreadsheet puts on the clipboard: tabs between cells, quotes around cells that hold breaks or quotes. */
export function readClipboard(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (quoted) {
      if (character !== '"') cell += character
      else if (text.charAt(index + 1) === '"') {
        cell += '"'
        index += 1
      } else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === '\t') {
      row.push(cell)
      cell = ''
    } else if (character === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
    } else if (character !== '\r') cell += character
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}

/** A pasted text and the column that it belongs to. */
interface PastedCell {
  column: TableColumn
  text: string
}

/**
 * The columns of a line's cells, from one column on. An address with its prefix length fills both columns; the next cell then belongs to
 * the column after them, unless it is a prefix length or empty.
 */
export function cellsOf(line: readonly string[], columns: readonly TableColumn[], from: number): PastedCell[] {
  const cells: PastedCell[] = []
  let at = from
  let isFilled = false
  line.forEach((text, index) => {
    const column = columns[at]
    at += 1
    const isLeft = isFilled
    isFilled = false
    if (!column || isLeft) return
    const own = columns.findIndex(({ name }) => name === column.length)
    const both = own < 0 ? undefined : readAddressAndLength(trimInvisible(text))
    const length = columns[own]
    if (!both || !length) return void cells.push({ column, text })
    cells.push({ column, text: both.address }, { column: length, text: String(both.length) })
    const next = line[index + 1]
    if (own !== at || next === undefined) return
    isFilled = trimInvisible(next) === ''
    if (!isFilled && readPrefixLength(trimInvisible(next)) === undefined) at += 1
  })
  return cells
}

/** What is pasted, where it starts, and what may not be written. */
export interface Paste {
  cells: string[][]
  columns: readonly TableColumn[]
  /** Column at which it starts. */
  from: number
  /** Positions of the rows, in the order in which they are shown, from where it starts. */
  below: readonly number[]
  /** Whether rows are added for what is left. */
  grows: boolean
  emptyRow: () => InnerRow
  /** Whether a cell of an existing row may be written. */
  isEnabled: (row: number, column: string) => boolean
  optionLabel: (column: string, value: unknown) => string
  /** The record that a name means in a column that refers to records, if it is known. */
  referenceOf: (column: string, name: string) => Pick<Candidate, 'value' | 'fills'> | undefined
}

/** The rows after a paste: cells to the right and below are filled, missing rows added. */
export function pasted(rows: readonly InnerRow[], paste: Paste): InnerRow[] {
  const result = [...rows]
  paste.cells.forEach((line, offset) => {
    const known = paste.below[offset]
    if (known === undefined && !paste.grows) return
    const row: InnerRow = { ...(known === undefined ? paste.emptyRow() : result[known]) }
    for (const { column, text } of cellsOf(line, paste.columns, paste.from)) {
      if (column.kind === 'shown' || (known !== undefined && !paste.isEnabled(known, column.name))) continue
      const read = readText(column, text, (option) => paste.optionLabel(column.name, option))
      const meant = column.kind === 'reference' && typeof read === 'string' ? paste.referenceOf(column.name, read) : undefined
      Object.assign(row, meant?.fills)
      const value = meant?.value ?? read
      if (value === undefined) delete row[column.name]
      else row[column.name] = value
    }
    if (known === undefined) result.push(row)
    else result[known] = row
  })
  return result
}
