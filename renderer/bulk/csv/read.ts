import Papa from 'papaparse'
import { decode, type Decoded } from './decode.ts'
import { restoreCell } from '../../data/neutralise.ts'
import { matchHeaders, type HeaderMatch } from './headers.ts'
import type { CsvMap } from '../../../schemas/csv.ts'

/** One line of the file: its number as a spreadsheet shows it (the header is 1) and its cells by column id. */
export interface FileRow {
  line: number
  cells: Record<string, string>
  /** Non-empty cells beyond the header. */
  surplus: number
}

export interface CsvFile {
  encoding: Decoded['encoding']
  encodingGuessed: boolean
  delimiter: string
  headers: HeaderMatch
  rows: FileRow[]
}

/** Refusal of a whole file; `key` is a locale key. */
export class FileError extends Error {
  readonly key: string
  readonly params: Record<string, unknown>
  constructor(key: string, params: Record<string, unknown> = {}) {
    super(key)
    this.key = key
    this.params = params
  }
}

const DELIMITERS = [',', ';', '\t'] as const

/** Reads a CSV as LibreOffice, Excel or this product writes it. Throws `FileError` where nothing can be read. */
export function readCsv(bytes: Uint8Array, map: CsvMap): CsvFile {
  if (bytes.byteLength === 0) throw new FileError('bulk.file.empty')
  const { text, encoding, guessed } = decodeOrRefuse(bytes)
  const { body, declared } = withoutSeparatorLine(text)
  const delimiter = declared ?? bestDelimiter(body, map)
  const parsed = Papa.parse<string[]>(body, { delimiter, skipEmptyLines: false })
  const quoteError = parsed.errors.find((error) => error.type === 'Quotes')
  if (quoteError) throw new FileError('bulk.file.quotes', { line: (quoteError.row ?? 0) + 1 })
  const [head, ...lines] = parsed.data
  if (!head || head.every((cell) => cell.trim() === '')) throw new FileError('bulk.file.noHeader')
  const headers = matchHeaders(head, map)
  if (headers.ids.every((id) => id === undefined)) throw new FileError('bulk.file.noKnownColumn')
  const shift = declared === undefined ? 2 : 3
  return { encoding, encodingGuessed: guessed, delimiter, headers, rows: fileRows(lines, headers, shift) }
}

function decodeOrRefuse(bytes: Uint8Array): Decoded {
  try {
    return decode(bytes)
  } catch {
    throw new FileError('bulk.file.binary')
  }
}

/** Excel's `sep=;` line names the separator and is no header. */
function withoutSeparatorLine(text: string): { body: string; declared?: string } {
  const match = /^"?sep=(.)"?\r?\n/i.exec(text)
  return match?.[1] ? { body: text.slice(match[0].length), declared: match[1] } : { body: text }
}

/** The separator under which most header cells are known; the first line decides, quoted or not. */
function bestDelimiter(body: string, map: CsvMap): string {
  const scored = DELIMITERS.map((delimiter) => {
    const head = Papa.parse<string[]>(body, { delimiter, preview: 1 }).data[0] ?? []
    const known = matchHeaders(head, map).ids.filter((id) => id !== undefined).length
    return { delimiter, score: known * 1000 + head.length }
  })
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter
}

/** Empty lines at the end and between are no rows; line numbers stay those of the file. */
function fileRows(lines: readonly string[][], headers: HeaderMatch, firstLine: number): FileRow[] {
  const rows: FileRow[] = []
  lines.forEach((line, index) => {
    if (line.every((cell) => cell.trim() === '')) return
    const cells: Record<string, string> = {}
    headers.ids.forEach((id, place) => {
      if (id !== undefined) cells[id] = restoreCell(line[place] ?? '')
    })
    const surplus = line.slice(headers.ids.length).filter((cell) => cell.trim() !== '').length
    rows.push({ line: firstLine + index, cells, surplus })
  })
  return rows
}
