import type { ServedRecord } from '../../../schemas/plan.ts'
import type { CsvMapColumn } from '../../../schemas/csv.ts'
import { fieldValue, withFieldValue } from '../../../schemas/vocabulary/field-path.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { References } from './references.ts'
import type { SheetModel } from './sheet-model.ts'

/** Where a row keeps the names of what it points at, which the service sends of top-level references only. */
const NAMES = '@/'

const known = new WeakMap<SheetModel, CsvMapColumn[]>()

/** Columns whose cells show names that the sheet finds itself. */
export function namedColumns(model: SheetModel): CsvMapColumn[] {
  const columns = known.get(model) ?? model.map.columns.filter(({ via }) => via?.startsWith(NAMES))
  known.set(model, columns)
  return columns
}

/** The record with the names of what it points at; the same record where no column asks for any. */
export function withNames<T extends ServedRecord>(record: T, model: SheetModel, references: References): T {
  const columns = namedColumns(model)
  if (columns.length === 0) return record
  let names: Rec = {}
  for (const { field, entity = '' } of columns) {
    const oid = fieldValue(record, field)
    if (typeof oid === 'string' && oid !== '') names = withFieldValue(names, field, references.nameOf(entity, oid))
  }
  return { ...record, '@': names }
}
