import { type CellValue, readXlsx, type Sheet } from 'hucre/xlsx'
import { isBlank } from '../../../schemas/vocabulary/blank.ts'
import { matchHeaders } from '../csv/headers.ts'
import { FileError } from '../../data/file-error.ts'
import { type FileLine, type FilePart, fileRows, isHead, type KnownSheet, namesOf, partsOf } from '../csv/lines.ts'
import { sheetTitle } from '../../data/workbook/names.ts'
import { checkUnpackedSize } from './size.ts'

/** A workbook that is to be read, and the sheets that it may hold. */
export interface WorkbookRequest {
  bytes: Uint8Array<ArrayBuffer>
  sheets: readonly KnownSheet[]
  /** Name of the sheet on the screen. */
  active: string
}

/** A workbook as an import reads it. */
export interface WorkbookContents {
  parts: { sheet: string; file: FilePart }[]
  /** Addresses of cells with formulas (`B2`, with several sheets `sites!B2`): what is stored there stays. */
  formulas: string[]
  /** Names of sheets that belong to none here, or are hidden. */
  ignored: string[]
}

/**
 * Reads an .xlsx file. A sheet is known by its name; in a workbook without a known name, the one that shares most columns with a sheet here
 * is read, preferring `active`. Formulas are never run, nor are their results taken. `onSheets` is told how many sheets there are before
 * they are read. Throws `FileError`.
 */
export async function readWorkbook(
  { bytes, sheets, active }: WorkbookRequest,
  onSheets?: (count: number) => void,
): Promise<WorkbookContents> {
  if (bytes.byteLength === 0) throw new FileError('bulk.file.empty')
  checkUnpackedSize(bytes)
  const found = (await openWorkbook(bytes, onSheets)).filter(({ rows }) => rows.length > 0)
  const shown = found.filter((sheet) => sheet.hidden !== true && sheet.veryHidden !== true)
  const named = shown.flatMap((sheet) => {
    const known = knownAs(sheet.name, sheets)
    return known === undefined ? [] : [{ sheet, known }]
  })
  const chosen = named.length > 0 ? named : bestOf(shown, sheets, active)
  const ordered = sheets.flatMap((one) => chosen.filter(({ known }) => known === one))
  return {
    parts: ordered.flatMap(({ sheet, known }) => partsOfSheet(sheet, known, sheets)),
    formulas: ordered.flatMap(({ sheet }) => formulasOf(sheet, ordered.length > 1)),
    ignored: found.filter((sheet) => !chosen.some((one) => one.sheet === sheet)).map(({ name }) => name),
  }
}

async function openWorkbook(bytes: Uint8Array, onSheets?: (count: number) => void): Promise<Sheet[]> {
  const countSheet = (_sheet: unknown, index: number): boolean => {
    onSheets?.(index + 1)
    return true
  }
  try {
    return (await readXlsx(bytes, { sheets: countSheet })).sheets
  } catch {
    throw new FileError('bulk.file.notWorkbook')
  }
}

interface ChosenSheet {
  sheet: Sheet
  known: KnownSheet
}

function knownAs(name: string, sheets: readonly KnownSheet[]): KnownSheet | undefined {
  const folded = name.trim().toLowerCase()
  return sheets.find((known) => namesOf(known).some((one) => sheetTitle(one).toLowerCase() === folded))
}

/** The sheet of a workbook, and the one here, that have most columns in common. Throws if there is no such pair. */
function bestOf(found: readonly Sheet[], sheets: readonly KnownSheet[], active: string): ChosenSheet[] {
  const here = sheets.toSorted((one, other) => Number(other.name === active) - Number(one.name === active))
  const pairs = found.flatMap((sheet) => {
    const head = headOf(sheet)
    const named = isHead(head) ? head.slice(1) : head
    return here.map((known) => ({ sheet, known, score: matchHeaders(named, known.map).ids.filter((id) => id !== undefined).length }))
  })
  const best = pairs.toSorted((one, other) => other.score - one.score)[0]
  if (best === undefined) throw new FileError('bulk.file.empty')
  if (best.score === 0)
    throw new FileError(headOf(best.sheet).every((cell) => isBlank(cell)) ? 'bulk.file.noHeader' : 'bulk.file.noKnownColumn')
  return [best]
}

const headOf = ({ rows }: Sheet): string[] => (rows[0] ?? []).map(cellText)

function partsOfSheet(sheet: Sheet, known: KnownSheet, sheets: readonly KnownSheet[]): WorkbookContents['parts'] {
  const head = headOf(sheet)
  if (isHead(head)) return partsOf(linesOf(sheet, 0), sheets, 1).map(({ sheet: name, ...file }) => ({ sheet: name, file }))
  if (head.every((cell) => isBlank(cell))) throw new FileError('bulk.file.noHeader')
  const headers = matchHeaders(head, known.map)
  if (headers.ids.every((id) => id === undefined)) throw new FileError('bulk.file.noKnownColumn')
  return [{ sheet: known.name, file: { headers, rows: fileRows(linesOf(sheet, 1), headers, 2) } }]
}

/** Lines as text, without the cells that hold formulas. */
function linesOf(sheet: Sheet, first: number): FileLine[] {
  const textAt = (row: number, column: number, value: CellValue): string | undefined => {
    const formula = formulaAt(sheet, row, column)
    return formula === undefined ? cellText(value) : constant(formula)
  }
  return sheet.rows.slice(first).map((row, index) => row.map((value, column) => textAt(first + index, column, value)))
}

const formulaAt = ({ cells }: Sheet, row: number, column: number): string | undefined => cells?.get(`${row},${column}`)?.formula

/** LibreOffice saves true and false as the formulas `TRUE()` and `FALSE()`. */
function constant(formula: string): string | undefined {
  return /^(TRUE|FALSE)\(\)$/.exec(formula)?.[1]?.toLowerCase()
}

function formulasOf({ name, cells = new Map() }: Sheet, isNamed: boolean): string[] {
  return [...cells].flatMap(([place, { formula }]) => {
    if (formula === undefined || constant(formula) !== undefined) return []
    const [row = 0, column = 0] = place.split(',').map(Number)
    return [`${isNamed ? `${name}!` : ''}${columnLetters(column)}${row + 1}`]
  })
}

/** `A`, `B`, … `AA` for a column from 0 on. */
function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest > 0 ? columnLetters(rest - 1) : ''}${String.fromCharCode(65 + (column % 26))}`
}

/** A value as a CSV file would have it; a day as `2026-11-29`. */
function cellText(value: CellValue): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '')
  return typeof value === 'number' ? numberText(value) : String(value)
}

/** Spreadsheets keep 15 digits: 1.1 may be stored as 1.1000000000000001. */
function numberText(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(15)))
}
