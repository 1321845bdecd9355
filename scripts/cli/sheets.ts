import { parseCell, formatCell } from '../../renderer/bulk/csv/values.ts'
import { OID_COLUMN } from '../../renderer/bulk/csv/headers.ts'
import { FileError } from '../../renderer/data/file-error.ts'
import { readCsv } from '../../renderer/bulk/csv/read.ts'
import { writeCsv } from '../../renderer/bulk/csv/write.ts'
import { loadCsvMap } from '../../schemas/generated/csv/load.ts'
import type { CsvMap, CsvMapColumn } from '../../schemas/csv.ts'
import { fieldValue, withFieldValue } from '../../schemas/vocabulary/paths/field-path.ts'
import { schemaAt } from '../../schemas/vocabulary/schema/property-schema.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { StoredRecord } from './client.ts'
import { CommandError, exitStatus } from './command-error.ts'
import { bytesOf } from './documents.ts'
import type { Entity } from './entity.ts'

/** The records of a tenant that others refer to, by name. */
export interface ReferenceNames {
  /** The identifier of the record of an entity with this name. */
  find: (entity: string, name: string) => Promise<string | undefined>
  /** The names of the records of an entity, by identifier. */
  namesOf: (entity: string) => Promise<ReadonlyMap<string, string>>
}

/** Beginning of a column's `via` that is no field of the record. */
const LOOKED_UP = '@'

/** Column map of an entity: the same columns as in the console. */
export async function columnsOf({ name }: Entity): Promise<CsvMap> {
  const map = await loadCsvMap(name)
  if (map.columns.length === 0) throw new CommandError(`There are no columns for files of ${name}; use YAML.`)
  return map
}

/** A spreadsheet of records: the console imports it, too. */
export async function csvOf(map: CsvMap, records: readonly StoredRecord[], { namesOf }: ReferenceNames): Promise<string> {
  const columns = map.columns.filter(({ guarded }) => !guarded || records.some((record) => record[OID_COLUMN] !== undefined))
  const read = await Promise.all(columns.map((column) => readerOf(column, records, namesOf)))
  const rows = records.map((record) => ({
    ...Object.fromEntries(columns.map((column, index) => [column.id, formatCell(read[index]?.(record), column)])),
    [OID_COLUMN]: record.oid,
  }))
  return writeCsv([...columns.map(({ id }) => id), OID_COLUMN], rows)
}

/** Reads the value of a column; a reference that the service does not name beside its identifier is named by the record that it means. */
async function readerOf(
  { field, via, entity }: CsvMapColumn,
  records: readonly StoredRecord[],
  namesOf: ReferenceNames['namesOf'],
): Promise<(record: Rec) => unknown> {
  const isNamed = via !== undefined && !via.startsWith(LOOKED_UP)
  if (entity === undefined || isNamed) return (record) => fieldValue(record, via ?? field)
  if (records.every((record) => (fieldValue(record, field) ?? null) === null)) return () => undefined
  const names = await namesOf(entity)
  return (record) => {
    const value = fieldValue(record, field)
    return typeof value === 'string' ? (names.get(value) ?? value) : value
  }
}

/** Records as the rows of a spreadsheet want them; every wrong cell is told at once. */
export async function sheetRecords(
  file: string,
  { map, schema }: { map: CsvMap; schema: EntitySchema },
  find: ReferenceNames['find'],
): Promise<Rec[]> {
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
      const read = await valueOf(text, column, { schema, find })
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

async function valueOf(
  text: string,
  column: CsvMapColumn,
  { schema, find }: { schema: EntitySchema; find: ReferenceNames['find'] },
): Promise<{ value: unknown } | { problem: string }> {
  const parsed = parseCell(text, column)
  if ('key' in parsed) return { problem: `'${text}' is no ${column.type}` }
  const { value = null } = parsed
  if (value === null) return { value }
  // Options that are numbers.
  if (column.type === 'enum') return { value: optionsOf(schema, column).find((option) => String(option) === value) ?? value }
  if (column.via === undefined || column.entity === undefined) return { value }
  const oid = await find(column.entity, String(value))
  // A reference that takes names, or creates what it names, gets the name.
  return { value: oid ?? value }
}

const optionsOf = (schema: EntitySchema, { field }: CsvMapColumn): readonly unknown[] => schemaAt(schema, field.split('/'))?.enum ?? []
