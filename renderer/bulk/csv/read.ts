import { isBlank } from '../../../schemas/vocabulary/blank.ts'
import Papa from 'papaparse'
import { decode, type Decoded } from './decode.ts'
import { restoreCell } from '../../data/csv-file.ts'
import { type HeaderMatch, matchHeaders, SHEET_COLUMN } from './headers.ts'
import type { CsvMap } from '../../../schemas/csv.ts'

/** A line of the file: its number as in a spreadsheet (the header is 1) and its cells by column id. */
export interface FileRow {
  line: number
  cells: Record<string, string>
  /** Number of non-empty cells beyond the header. */
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
  return { encoding, encodingGuessed: guessed, delimiter, headers, rows: fileRows(lines, headers, shift) }
}

/** A sheet that a file may contain. */
export interface KnownSheet {
  name: string
  map: CsvMap
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
  return parts(data, sheets, declared === undefined ? 1 : 2).map(({ sheet, headers, rows }) => ({
    sheet,
    file: { ...about, headers, rows },
  }))
}

const isHead = ([cell = '']: readonly string[]): boolean => cell.trim().toLowerCase() === SHEET_COLUMN

/** What files call a sheet; that of the record also by earlier names of the entity. */
function namesOf({ name, map }: KnownSheet): string[] {
  return name === map.entity ? [name, ...(map.was ?? [])] : [name]
}

interface Part {
  sheet: string
  headers: HeaderMatch
  rows: FileRow[]
}

/** Splits lines by sheet. A header may name columns of several sheets, so it is matched against every sheet with lines below it. */
function parts(lines: readonly string[][], sheets: readonly KnownSheet[], firstLine: number): Part[] {
  const found = new Map<string, Part>()
  let matches = new Map<string, HeaderMatch>()
  let head: string[] = []
  lines.forEach((line, index) => {
    if (line.every((cell) => isBlank(cell))) return
    if (isHead(line)) {
      head = line.slice(1, line.findLastIndex((cell) => !isBlank(cell)) + 1)
      matches = new Map()
      return
    }
    const name = (line[0] ?? '').trim()
    const sheet = sheets.find((known) => namesOf(known).some((one) => one.toLowerCase() === name.toLowerCase()))
    if (!sheet)
      throw new FileError('bulk.file.unknownSheet', { line: firstLine + index, name, known: sheets.map((known) => known.name).join(', ') })
    const headers = matches.get(sheet.name) ?? matchHeaders(head, sheet.map)
    const part = found.get(sheet.name) ?? { sheet: sheet.name, headers: { ...headers, problems: [] }, rows: [] }
    if (!matches.has(sheet.name)) part.headers = mergeProblems(part.headers, headers, { head, sheets })
    matches.set(sheet.name, headers)
    found.set(sheet.name, part)
    part.rows.push(...fileRows([line.slice(1)], headers, firstLine + index))
  })
  return [...found.values()]
}

/** Merges the header problems of a sheet's parts; a column of another sheet is not a problem. */
function mergeProblems(
  before: HeaderMatch,
  next: HeaderMatch,
  { head, sheets }: { head: readonly string[]; sheets: readonly KnownSheet[] },
): HeaderMatch {
  const elsewhere = (column: number): boolean => sheets.some(({ map }) => matchHeaders([head[column] ?? ''], map).ids[0] !== undefined)
  const isTwice = ({ column, header }: { column: number; header: string }): boolean => head.indexOf(header) < column
  const problems = next.problems.filter(
    (problem) => (problem.kind === 'duplicate' && isTwice(problem)) || (problem.kind === 'unknown' && !elsewhere(problem.column)),
  )
  return {
    ids: next.ids,
    problems: [...before.problems, ...problems],
    missing: before.missing.filter((id) => next.missing.includes(id)),
  }
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

/** Drops empty lines; line numbers remain those of the file. */
function fileRows(lines: readonly string[][], headers: HeaderMatch, firstLine: number): FileRow[] {
  const rows: FileRow[] = []
  lines.forEach((line, index) => {
    if (line.every((cell) => isBlank(cell))) return
    const cells: Record<string, string> = {}
    headers.ids.forEach((id, place) => {
      if (id !== undefined) cells[id] = restoreCell(line[place] ?? '')
    })
    const surplus = line.slice(headers.ids.length).filter((cell) => !isBlank(cell)).length
    rows.push({ line: firstLine + index, cells, surplus })
  })
  return rows
}
