import Papa from 'papaparse'
import { neutralise } from '../../data/csv-file.ts'

/** UTF-8 BOM, without which Excel misreads non-ASCII characters. */
const MARK = '\uFEFF'

/** Writes a file, or a part of one (without `head`, or not `marked` with a BOM), with CRLF line ends and neutralised formulas. */
export function writeCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
  { head = true, marked = head }: { head?: boolean; marked?: boolean } = {},
): string {
  const body = Papa.unparse(
    { fields: head ? [...columns] : [], data: rows.map((row) => columns.map((id) => neutralise(row[id] ?? ''))) },
    { newline: '\r\n', header: head },
  )
  return body === '' ? '' : `${marked && head ? MARK : ''}${body}\r\n`
}
