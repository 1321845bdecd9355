import { isBlank } from '../../../schemas/vocabulary/blank.ts'
import Papa from 'papaparse'
import { decode, type Decoded } from './decode.ts'
import { restoreCell } from '../../data/csv-file.ts'
import { matchHeaders } from './headers.ts'
import { FileError } from '../../data/file-error.ts'
import { fileRows, isHead, type FilePart, type KnownSheet, partsOf } from './lines.ts'
import type { CsvMap } from '../../../schemas/csv.ts'

export interface CsvFile extends FilePart {
  encoding: Decoded['encoding']
  encodingGuessed: boolean
  delimiter: string
}

const DELIMITERS = [',', ';', '\t'] as const

/** Reads a CSV written by LibreOffice, Excel or this product. Throws `FileError` if it is unreadable. */
export function readCsv(bytes: Uint8Array, map: CsvMap): CsvFile {
  if (bytes.byteLength === 0) throw new FileError('bulk.file.empty')
  const { text, encoding, guessed } = decodeOrRefuse(bytes)
  const { body, declared } = withoutSeparatorLine(text)
  const delimiter = declared ?? bestDelimiter(body, map)
  const parsed = Papa.parse<string[]>(body, { delimiter, skipEmptyLines: false })
  const quoteError = parsed.errors.find((error) => error.type === 'Quotes')
  if (quoteError) throw new FileError('bulk.file.quotes', { line: (quoteError.row ?? 0) + 1 })
  const [head, ...lines] = parsed.data
  if (!head || head.every((cell) => isBlank(cell))) throw new FileError('bulk.file.noHeader')
  const headers = matchHeaders(head, map)
  if (headers.ids.every((id) => id === undefined)) throw new FileError('bulk.file.noKnownColumn')
  const shift = declared === undefined ? 2 : 3
  return { encoding, encodingGuessed: guessed, delimiter, headers, rows: fileRows(restored(lines), headers, shift) }
}

/**
 * Reads a file with rows of one or several sheets. With several, the first column is called `sheet` and names the sheet of each row; a line
 * that starts with `sheet` again is a new header. Without that column, all rows belong to the sheet that shares most columns with the file,
 * preferring `active`.
 */
export function readBook(bytes: Uint8Array, sheets: readonly KnownSheet[], active: string): { sheet: string; file: CsvFile }[] {
  const first = sheets.find(({ name }) => name === active) ?? sheets[0]
  if (!first) throw new Error('there is no sheet to read into')
  if (bytes.byteLength === 0 || sheets.length === 1) return [{ sheet: first.name, file: readCsv(bytes, first.map) }]
  const decoded = decodeOrRefuse(bytes)
  const { body, declared } = withoutSeparatorLine(decoded.text)
  const ordered = [first, ...sheets.filter((sheet) => sheet !== first)]
  const scored = ordered.map((sheet) => {
    const delimiter = declared ?? bestDelimiter(body, sheet.map)
    const head = Papa.parse<string[]>(body, { delimiter, preview: 1 }).data[0] ?? []
    return { sheet, delimiter, head, score: matchHeaders(head, sheet.map).ids.filter((id) => id !== undefined).length }
  })
  const best = scored.reduce((found, next) => (next.score > found.score ? next : found))
  if (!isHead(best.head)) return [{ sheet: best.sheet.name, file: readCsv(bytes, best.sheet.map) }]
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: best.delimiter, skipEmptyLines: false })
  const quoteError = errors.find((error) => error.type === 'Quotes')
  if (quoteError) throw new FileError('bulk.file.quotes', { line: (quoteError.row ?? 0) + 1 })
  const about = { encoding: decoded.encoding, encodingGuessed: decoded.guessed, delimiter: best.delimiter }
  return partsOf(restored(data), sheets, declared === undefined ? 1 : 2).map(({ sheet, headers, rows }) => ({
    sheet,
    file: { ...about, headers, rows },
  }))
}

/** Lines without the apostrophes that keep spreadsheets from running cells. */
function restored(lines: readonly (readonly string[])[]): string[][] {
  return lines.map((line) => line.map(restoreCell))
}

function decodeOrRefuse(bytes: Uint8Array): Decoded {
  try {
    return decode(bytes)
  } catch {
    throw new FileError('bulk.file.binary')
  }
}

/** Strips Excel's `sep=;` line, which declares the separator. */
function withoutSeparatorLine(text: string): { body: string; declared?: string } {
  const match = /^"?sep=(.)"?\r?\n/i.exec(text)
  return match?.[1] ? { body: text.slice(match[0].length), declared: match[1] } : { body: text }
}

/** The separator with which most header cells are known; decided by the first line. */
function bestDelimiter(body: string, map: CsvMap): string {
  const scored = DELIMITERS.map((delimiter) => {
    const head = Papa.parse<string[]>(body, { delimiter, preview: 1 }).data[0] ?? []
    const known = matchHeaders(head, map).ids.filter((id) => id !== undefined).length
    return { delimiter, score: known * 1000 + head.length }
  })
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}
