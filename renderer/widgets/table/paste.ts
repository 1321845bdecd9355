import { trimInvisible } from '../../../schemas/vocabulary/blank.ts'
import type { InnerRow } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { readNumber } from '../number/numbers.ts'
import type { TableColumn } from './columns.ts'

const yes = new Set(['true', '1', 'yes', 'x', 'on'])
const no = new Set(['false', '0', 'no', '', 'off'])

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

/** A pasted text as the value of a column. What cannot be read stays as it is, so that the schema refuses it visibly. */
export function pastedValue(column: TableColumn, text: string, optionLabel: (value: unknown) => string): unknown {
  const plain = trimInvisible(text)
  const lower = plain.toLowerCase()
  if (column.kind === 'check') {
    if (yes.has(lower)) return true
    return no.has(lower) ? false : plain
  }
  if (plain === '') return undefined
  if (column.kind === 'number') return readNumber(plain, mainType(column.property) === 'integer')
  if (column.kind === 'choice') {
    const options = column.property.enum ?? []
    return options.find((value) => String(value).toLowerCase() === lower || optionLabel(value).toLowerCase() === lower) ?? plain
  }
  return plain
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
}

/** The rows after a paste: cells to the right and below are filled, missing rows added. */
export function pasted(rows: readonly InnerRow[], paste: Paste): InnerRow[] {
  const result = [...rows]
  paste.cells.forEach((line, offset) => {
    const known = paste.below[offset]
    if (known === undefined && !paste.grows) return
    const row: InnerRow = { ...(known === undefined ? paste.emptyRow() : result[known]) }
    line.forEach((text, across) => {
      const column = paste.columns[paste.from + across]
      if (!column || column.kind === 'shown' || (known !== undefined && !paste.isEnabled(known, column.name))) return
      const value = pastedValue(column, text, (option) => paste.optionLabel(column.name, option))
      if (value === undefined) delete row[column.name]
      else row[column.name] = value
    })
    if (known === undefined) result.push(row)
    else result[known] = row
  })
  return result
}
