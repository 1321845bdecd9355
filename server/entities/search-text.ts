import { fieldValue } from '../../schemas/vocabulary/field-path.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'

/**
 * Every searched field after a space, so that a word's beginning can be told. Also says what the search reads: nothing else but the
 * name of the tenant that a record lives in, which is found by itself (`searchWhere`).
 */
export function searchText(schema: EntitySchema, record: Rec): string {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const stored = schema['x-search'].filter((path) => schema.properties[path]?.['x-derived'] === undefined)
  return stored.map((path) => ` ${text(fieldValue(record, path))}`).join('')
}
