import { type Cell, type CellValue, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { FileError } from '../file-error.ts'
import { sheetTitle } from './names.ts'

/** Most rows of a sheet, its head included, and most letters of a cell. */
const MAX_ROWS = 1_048_576
const MAX_LETTERS = 32_767
/** Widths of columns, in letters. */
const WIDTHS = { least: 8, most: 48, looked: 200 }
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A table that becomes a sheet of a workbook. */
export interface SheetTable {
  name: string
  /** Numbers and booleans are written as such, everything else as text. @default 'string' */
  columns: { header: string; type?: CsvMapColumn['type'] }[]
  /** Cells as in a CSV file, in the order of the columns. */
  rows: string[][]
}

/** Writes a workbook; cells are values, never formulas. Throws `FileError` where a sheet cannot hold a table. */
export async function writeWorkbook(tables: readonly SheetTable[]): Promise<Blob> {
  const bytes = await writeXlsx({ sheets: tables.map(sheetOf) })
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: TYPE })
}

function sheetOf({ name, columns, rows }: SheetTable): WriteSheet {
  if (rows.length >= MAX_ROWS) throw new FileError('bulk.xlsx.tooManyRows', { limit: MAX_ROWS - 1 })
  const head = new Map<string, Partial<Cell>>(columns.map((_, column) => [`0,${column}`, { style: { font: { bold: true } } }]))
  return {
    name: sheetTitle(name),
    // Text stays text when it is edited: a month is not made a date, nor a serial number a number.
    columns: columns.map(({ header, type = 'string' }, index) => ({
      width: widthOf([header, ...rows.slice(0, WIDTHS.looked).map((row) => row[index] ?? '')]),
      ...(isText(type) && { numFmt: '@' }),
    })),
    rows: [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ type }, index) => cellValue(row[index] ?? '', type)))],
    cells: head,
    freezePane: { rows: 1 },
  }
}

const isText = (type: CsvMapColumn['type']): boolean => type !== 'integer' && type !== 'number' && type !== 'boolean'

function widthOf(texts: readonly string[]): number {
  return Math.min(WIDTHS.most, Math.max(WIDTHS.least, ...texts.map((text) => text.length)) + 2)
}

function cellValue(text: string, type: CsvMapColumn['type'] = 'string'): CellValue {
  if (text === '') return null
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if ((type === 'integer' || type === 'number') && String(Number(text)) === text) return Number(text)
  if (text.length > MAX_LETTERS) throw new FileError('bulk.xlsx.longCell', { limit: MAX_LETTERS })
  return escaped(text)
}

/** `_x0041_` in a workbook stands for the letter A, so a text that looks like that gets its first letter written so. */
function escaped(text: string): string {
  return text.replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
}
