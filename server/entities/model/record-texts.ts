import { foldsCase } from '../../../schemas/filter/field-type.ts'
import { orderKey, unusualLetters } from '../../../schemas/filter/order-key.ts'
import { fieldAt, fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { EntityModel } from './entity-model.ts'
import { constant } from '../../db/constant.ts'
import { type Field } from './field.ts'

/**
 * Search text of a record: all searched fields, each after a space so that word beginnings can be matched. The name of the record's tenant
 * is searched separately (`searchWhere`).
 */
export function searchText(schema: EntitySchema, record: Rec): string {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const stored = schema['x-search'].filter((path) => schema.properties[path]?.['x-derived'] === undefined)
  return stored.map((path) => ` ${text(fieldValue(record, path))}`).join('')
}

/** `orderKey` in SQL; much slower than reading the stored key. */
export function orderKeySql(sql: string): string {
  return `lower(translate(regexp_replace(normalize(${sql}, NFD), '[\\u0300-\\u036f]', '', 'g'), '${unusualLetters.from}', '${unusualLetters.to}'))`
}

/** Sort keys stored with a row, one per stored free-text field that lists can sort by. */
export function orderKeysOf(schema: EntitySchema, record: Rec): Record<string, string> {
  const keys: Record<string, string> = {}
  for (const path of schema['x-sort']) {
    const value = fieldValue(record, path)
    const property = fieldAt(schema, path)
    if (typeof value === 'string' && property !== undefined && foldsCase(property)) keys[path] = orderKey(value)
  }
  return keys
}

type Ordered = Pick<Field, 'name' | 'type' | 'stored' | 'foldCase' | 'sql' | 'order'>

/** Sort expression for rows under an alias; falls back to computing the key for rows written before the field became sortable. */
export function orderExpression({ schema }: Pick<EntityModel, 'schema'>, field: Ordered, alias: string): string {
  if (field.order !== undefined) return `${field.order(alias)} collate "C"`
  const value = field.sql?.(alias) ?? 'null'
  if (field.type !== 'text') return value
  if (!field.foldCase) return `${value} collate "C"`
  const isKept = field.stored && schema['x-sort'].includes(field.name)
  const folded = isKept ? `coalesce(${alias}.sort_keys->>${constant(field.name)}, ${orderKeySql(value)})` : orderKeySql(value)
  return `${folded} collate "C"`
}
