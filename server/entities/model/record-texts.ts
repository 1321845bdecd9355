import { fieldAt, fieldValue } from '../../../schemas/vocabulary/paths/field-path.ts'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { EntityModel } from './entity-model.ts'
import { constant, type Field, foldsCase } from './field.ts'

/**
 * Search text of a record: all searched fields, each after a space so that word beginnings can be matched. The name of the record's tenant
 * is searched separately (`searchWhere`).
 */
export function searchText(schema: EntitySchema, record: Rec): string {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const stored = schema['x-search'].filter((path) => schema.properties[path]?.['x-derived'] === undefined)
  return stored.map((path) => ` ${text(fieldValue(record, path))}`).join('')
}

/** Letters that Unicode does not decompose, with their base letter. */
const letters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŋ: 'n', þ: 't', æ: 'a', œ: 'o', ß: 's' }
const pairs = Object.entries(letters).flatMap(([letter, plain]) => {
  const upper = letter.toUpperCase()
  return upper.length === 1 && upper !== plain.toUpperCase() ? [`${letter}${plain}`, `${upper}${plain}`] : [`${letter}${plain}`]
})
const from = pairs.map((pair) => pair[0]).join('')
const to = pairs.map((pair) => pair[1]).join('')
const unusual = new RegExp(`[${from}]`, 'g')

/**
 * Sort key of free text, ignoring case and diacritics, so that "Bäckerei" sorts before "Bury". Folded here and compared by code unit,
 * because collations differ between PostgreSQL servers and the embedded database.
 */
export function orderKey(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return plain.replace(unusual, (letter) => to[from.indexOf(letter)] ?? letter).toLowerCase()
}

/** The same in SQL; much slower than reading the stored key. */
export function orderKeySql(sql: string): string {
  return `lower(translate(regexp_replace(normalize(${sql}, NFD), '[\\u0300-\\u036f]', '', 'g'), '${from}', '${to}'))`
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
