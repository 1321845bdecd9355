import { fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { CsvMap, CsvMapColumn } from '../../../schemas/csv.ts'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { csvLine, csvMark } from '../../data/csv-file.ts'
import type { FileRefusal } from '../../data/file-error.ts'
import type { ListColumn } from '../columns/list-columns.ts'
import { BASE_COLUMN, fingerprint } from '../../data/fingerprint.ts'

/** One column of an exported file. */
export interface ExportColumn {
  header: string
  /** As which a workbook holds the value. @default text */
  type?: CsvMapColumn['type']
  text: (record: ServedRecord) => string
}

/**
 * The columns of a file that imports again unchanged: identity, every spreadsheet column that the person may read, under its
 * stable identifier, with the value as it is stored, the revision, and the fingerprint by which an import tells what was
 * edited in the file from what changed on the service meanwhile.
 */
export function importableColumns(map: Pick<CsvMap, 'columns'>, readable: (field: string) => boolean): ExportColumn[] {
  const cells = map.columns
    .filter(({ id, field, guarded }) => id !== 'oid' && (!guarded || readable(field)))
    .map(({ id, field, via, type }) => ({ header: id, type, text: (record: ServedRecord) => storedText(fieldValue(record, via ?? field)) }))
  const base = (record: ServedRecord) => fingerprint(Object.fromEntries(cells.map(({ header, text }) => [header, text(record)])))
  return [
    { header: 'oid', text: ({ oid }) => oid },
    ...cells,
    { header: 'revision', text: ({ revision }) => String(revision) },
    { header: BASE_COLUMN, text: base },
  ]
}

/** What the cell of a column shows, as one text: option labels, every entry of a list, further fields of the same cell. */
export function shownText({ field, property, options }: ListColumn, record: ServedRecord, label: (value: unknown) => string): string {
  const texts = (value: unknown): string[] => {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.map((entry) => texts(entry).join(' '))
    if (typeof value === 'object') return Object.values(value).flatMap(texts)
    return [property.enum || typeof value === 'boolean' ? label(value) : String(value)]
  }
  const value = fieldValue(record, field)
  if (Array.isArray(value)) return texts(value).join(', ')
  const others = Array.isArray(options['with']) ? options['with'].map((other) => fieldValue(record, String(other))) : []
  return [value, ...others].flatMap(texts).join(' ')
}

function storedText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map(String).join(';') : String(value)
}

/** Collects exported rows; `blob` is the whole file, or why there is none. */
export interface ExportFile {
  add: (records: readonly ServedRecord[]) => void
  blob: () => Promise<Blob | FileRefusal>
}

/** A CSV file. Rows are kept as text in parts, so a long list does not become one huge string. */
export function csvFile(columns: readonly ExportColumn[]): ExportFile {
  const parts: string[] = [csvMark + csvLine(columns.map(({ header }) => header))]
  return {
    add: (records) => {
      parts.push(records.map((record) => csvLine(columns.map(({ text }) => text(record)))).join(''))
    },
    blob: () => Promise.resolve(new Blob(parts, { type: 'text/csv;charset=utf-8' })),
  }
}
