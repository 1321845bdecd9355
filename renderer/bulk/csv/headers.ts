import type { CsvMap } from '../../../schemas/csv.ts'
import { limitedHints, truncated } from '../../../schemas/vocabulary/names.ts'
import { BASE_COLUMN } from '../../data/fingerprint.ts'

/** Columns that every export carries besides those of the map: the record's identity, its revision, and `_base`. */
export const OID_COLUMN = 'oid'
export const REVISION_COLUMN = 'revision'
/** In a file of several sheets: the sheet that a line is of. */
export const SHEET_COLUMN = 'sheet'

/** What is wrong with one header cell; `column` is its 0-based place in the file. */
export interface HeaderProblem {
  kind: 'unknown' | 'duplicate' | 'empty'
  column: number
  header: string
  /** The known name that was probably meant. */
  nearest?: string
}

export interface HeaderMatch {
  /** Column id for each place of the file; undefined where nothing is known. */
  ids: (string | undefined)[]
  problems: HeaderProblem[]
  /** Ids of the map that the file does not have. */
  missing: string[]
}

const SERVICE_COLUMNS = [SHEET_COLUMN, OID_COLUMN, REVISION_COLUMN, BASE_COLUMN]

/** Every spelling under which a column is known, folded for comparison, to its id. */
function spellings(map: CsvMap): Map<string, string> {
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

/** Finds the column of each header: by identifier, alias or label in any language; the rest is reported, never dropped. */
export function matchHeaders(headers: readonly string[], map: CsvMap): HeaderMatch {
  const known = spellings(map)
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
    else if (id === undefined) {
      const { nearest } = hintOf(header.trim(), () => names)
      problems.push({ kind: 'unknown', column, header: truncated(header), ...(nearest !== undefined && { nearest }) })
    }
  })
  return { ids, problems, missing: map.columns.map((column) => column.id).filter((id) => !ids.includes(id)) }
}
