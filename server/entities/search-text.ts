import { fieldValue } from '../../schemas/vocabulary/field-path.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'

/** Every searched field after a space, so that a word's beginning can be told. Also says what the search reads: nothing else. */
export function searchText(schema: EntitySchema, record: Rec): string {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return schema['x-search'].map((path) => ` ${text(fieldValue(record, path))}`).join('')
}
