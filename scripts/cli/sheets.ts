import { parseCell, formatCell } from '../../renderer/bulk/csv/values.ts'
import { OID_COLUMN } from '../../renderer/bulk/csv/headers.ts'
import { FileError } from '../../renderer/data/file-error.ts'
import { readCsv } from '../../renderer/bulk/csv/read.ts'
import { writeCsv } from '../../renderer/bulk/csv/write.ts'
import { loadCsvMap } from '../../schemas/generated/csv/load.ts'
import type { CsvMap, CsvMapColumn } from '../../schemas/csv.ts'
import { fieldValue, withFieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { StoredRecord } from './client.ts'
import { CommandError, exitStatus } from './command-error.ts'
import { bytesOf } from './documents.ts'
import type { Entity } from './entity.ts'

/** Finds the identifier of the record of an entity by its label. */
export type FindByLabel = (entity: string, label: { field: string; text: string }) => Promise<string | undefined>

/** Column map of an entity: the same columns as in the console. */
export async function columnsOf({ name }: Entity): Promise<CsvMap> {
  const map = await loadCsvMap(name)
  if (map.columns.length === 0) throw new CommandError(`A ${name} has no columns of files; use YAML.`)
  return map
}

/** A spreadsheet of records: the console imports it, too. */
export function csvOf(map: CsvMap, records: readonly StoredRecord[]): string {
  const columns = map.columns.filter(({ guarded }) => !guarded || records.some((record) => record[OID_COLUMN] !== undefined))
  const rows = records.map((record) => ({
    ...Object.fromEntries(columns.map((column) => [column.id, formatCell(fieldValue(record, column.via ?? column.field), column)])),
    [OID_COLUMN]: record.oid,
  }))
  return writeCsv([...columns.map(({ id }) => id), OID_COLUMN], rows)
}

/** Records as the rows of a spreadsheet want them; every wrong cell is told at once. */
export async function sheetRecords(file: string, map: CsvMap, find: FindByLabel): Promise<Rec[]> {
  const { headers, rows } = readOrRefuse(file, map)
  const problems = headers.problems.map(
    ({ header, kind, nearest }) => `${kind} column '${header}'${nearest === undefined ? '' : `; did you mean '${nearest}'?`}`,
  )
  const records: Rec[] = []
  for (const { line, cells } of rows) {
    let record: Rec = cells[OID_COLUMN] ? { oid: cells[OID_COLUMN] } : {}
    for (const column of map.columns) {
      const text = cells[column.id]
      if (text === undefined || column.readOnly) continue
      const read = await valueOf(text, column, find)
      if ('problem' in read) problems.push(`line ${line}, ${column.id}: ${read.problem}`)
      else record = withFieldValue(record, column.field, read.value)
    }
    records.push(record)
  }
  if (problems.length > 0) throw new CommandError(problems.map((problem) => `${file}: ${problem}`).join('\n'), exitStatus.refused)
  return records
}

function readOrRefuse(file: string, map: CsvMap): ReturnType<typeof readCsv> {
  try {
    return readCsv(bytesOf(file), map)
  } catch (error) {
    if (error instanceof FileError) throw new CommandError(`${file} cannot be read as CSV (${error.key}).`)
    throw error
  }
}

async function valueOf(text: string, column: CsvMapColumn, find: FindByLabel): Promise<{ value: unknown } | { problem: string }> {
  const parsed = parseCell(text, column)
  if ('key' in parsed) return { problem: `'${text}' is no ${column.type}` }
  const { value = null } = parsed
  if (value === null || column.via === undefined || column.entity === undefined) return { value }
  const oid = await find(column.entity, { field: column.via, text: String(value) })
  // A reference that takes names, or creates what it names, gets the name.
  return { value: oid ?? value }
}
