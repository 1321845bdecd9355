import { isBlank } from '../../../schemas/vocabulary/blank.ts'
import type { CsvMap } from '../../../schemas/csv.ts'
import { FileError } from '../../data/file-error.ts'
import { type HeaderMatch, matchHeaders, SHEET_COLUMN } from './headers.ts'

/** A line of the file: its number as in a spreadsheet (the header is 1) and its cells by column id. */
export interface FileRow {
  line: number
  cells: Record<string, string>
  /** Number of non-empty cells beyond the header. */
  surplus: number
}

/** The rows of a file that belong to one sheet. */
export interface FilePart {
  headers: HeaderMatch
  rows: FileRow[]
}

/** A sheet that a file may contain. */
export interface KnownSheet {
  name: string
  map: CsvMap
}

/** The cells of a line as text; undefined for one that may not be read: what is stored there stays. */
export type FileLine = readonly (string | undefined)[]

export const isHead = ([cell = '']: FileLine): boolean => cell.trim().toLowerCase() === SHEET_COLUMN

/** What files call a sheet; that of the record also by earlier names of the entity. */
export function namesOf({ name, map }: KnownSheet): string[] {
  return name === map.entity ? [name, ...(map.was ?? [])] : [name]
}

interface SheetPart extends FilePart {
  sheet: string
}

/** Splits lines by sheet. A header may name columns of several sheets, so it is matched against every sheet with lines below it. */
export function partsOf(lines: readonly FileLine[], sheets: readonly KnownSheet[], firstLine: number): SheetPart[] {
  const found = new Map<string, SheetPart>()
  let matches = new Map<string, HeaderMatch>()
  let head: string[] = []
  lines.forEach((line, index) => {
    if (line.every((cell) => isBlank(cell ?? ''))) return
    if (isHead(line)) {
      head = line.slice(1, line.findLastIndex((cell) => !isBlank(cell ?? '')) + 1).map((cell) => cell ?? '')
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

/** Drops empty lines; line numbers remain those of the file. */
export function fileRows(lines: readonly FileLine[], headers: HeaderMatch, firstLine: number): FileRow[] {
  const rows: FileRow[] = []
  lines.forEach((line, index) => {
    if (line.every((cell) => isBlank(cell ?? ''))) return
    const cells: Record<string, string> = {}
    headers.ids.forEach((id, place) => {
      const cell = place < line.length ? line[place] : ''
      if (id !== undefined && cell !== undefined) cells[id] = cell
    })
    const surplus = line.slice(headers.ids.length).filter((cell) => !isBlank(cell ?? '')).length
    rows.push({ line: firstLine + index, cells, surplus })
  })
  return rows
}
