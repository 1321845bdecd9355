import type { CsvMap } from '../../../schemas/csv.ts'
import { limitedHints, truncated } from '../../../schemas/vocabulary/names.ts'
import { BASE_COLUMN } from '../../data/fingerprint.ts'

/** Columns of every export besides those of the map: oid, revision and `_base`. */
export const OID_COLUMN = 'oid'
export const REVISION_COLUMN = 'revision'
/** In files with several sheets: the sheet of a line. */
export const SHEET_COLUMN = 'sheet'

/** Problem of a header cell; `column` is its 0-based index in the file. */
export interface HeaderProblem {
  kind: 'unknown' | 'duplicate' | 'empty'
  column: number
  header: string
  /** The most similar known name. */
  nearest?: string
}

export interface HeaderMatch {
  /** Column ids by position in the file; undefined for unknown columns. */
  ids: (string | undefined)[]
  problems: HeaderProblem[]
  /** Column ids that the file lacks. */
  missing: string[]
}

const SERVICE_COLUMNS = [SHEET_COLUMN, OID_COLUMN, REVISION_COLUMN, BASE_COLUMN]

/** The part of a column map that headers are matched with. */
type Spelt = Pick<CsvMap, 'columns' | 'ignored'>

/** Maps all spellings of a column, folded for comparison, to its id. */
function spellings(map: Pick<Spelt, 'columns'>): Map<string, string> {
  const known = new Map<string, string>(SERVICE_COLUMNS.map((id) => [fold(id), id]))
  for (const column of map.columns) {
    const names = [...Object.values(column.headers), ...column.aliases, column.field, column.id]
    for (const name of names) known.set(fold(name), column.id)
  }
  return known
}

function fold(header: string): string {
  return header.normalize('NFKC').trim().toLocaleLowerCase('en').replace(/\s+/g, ' ')
}

/** Matches headers to columns by identifier, alias or label in any language; reports the rest rather than dropping it. */
export function matchHeaders(headers: readonly string[], map: Spelt): HeaderMatch {
  const known = spellings(map)
  const ignored = new Set((map.ignored ?? []).map(fold))
  const names = map.columns.flatMap((column) => [column.id, ...Object.values(column.headers)])
  const ids: (string | undefined)[] = []
  const problems: HeaderProblem[] = []
  const hintOf = limitedHints()
  headers.forEach((header, column) => {
    const id = known.get(fold(header))
    const duplicate = id !== undefined && ids.includes(id)
    ids.push(duplicate ? undefined : id)
    if (duplicate) problems.push({ kind: 'duplicate', column, header: truncated(header) })
    else if (header.trim() === '') problems.push({ kind: 'empty', column, header })
    else if (id === undefined && !ignored.has(fold(header))) {
      const { nearest } = hintOf(header.trim(), () => names)
      problems.push({ kind: 'unknown', column, header: truncated(header), ...(nearest !== undefined && { nearest }) })
    }
  })
  return { ids, problems, missing: map.columns.map((column) => column.id).filter((id) => !ids.includes(id)) }
}
