import Papa from 'papaparse'
import { neutralise } from '../../data/neutralise.ts'

/** UTF-8 mark: without it Excel reads accents wrongly. */
const MARK = '\uFEFF'

/** One file, or a part of one (`head: false`), with CRLF line ends and formula-safe cells. */
export function writeCsv(columns: readonly string[], rows: readonly Readonly<Record<string, string>>[], head = true): string {
  const body = Papa.unparse(
    { fields: head ? [...columns] : [], data: rows.map((row) => columns.map((id) => neutralise(row[id] ?? ''))) },
    { newline: '\r\n', header: head },
  )
  return head ? `${MARK}${body}\r\n` : `${body}\r\n`
}
