import { fieldAt, fieldValue } from '../../schemas/vocabulary/field-path.ts'
import type { EntitySchema, Rec } from '../../schemas/vocabulary/types.ts'
import type { EntityModel } from './entity-model.ts'
import { constant, type Field, foldsCase } from './field.ts'

/**
 * Every searched field after a space, so that a word's beginning can be told. Also says what the search reads: nothing else but the
 * name of the tenant that a record lives in, which is found by itself (`searchWhere`).
 */
export function searchText(schema: EntitySchema, record: Rec): string {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const stored = schema['x-search'].filter((path) => schema.properties[path]?.['x-derived'] === undefined)
  return stored.map((path) => ` ${text(fieldValue(record, path))}`).join('')
}

/** Letters that are no plain letter with a mark, each with the one it sorts under. */
const letters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŋ: 'n', þ: 't', æ: 'a', œ: 'o', ß: 's' }
const pairs = Object.entries(letters).flatMap(([letter, plain]) => {
  const upper = letter.toUpperCase()
  return upper.length === 1 && upper !== plain.toUpperCase() ? [`${letter}${plain}`, `${upper}${plain}`] : [`${letter}${plain}`]
})
const from = pairs.map((pair) => pair[0]).join('')
const to = pairs.map((pair) => pair[1]).join('')
const unusual = new RegExp(`[${from}]`, 'g')

/**
 * What a text of people is ordered by: without regard to case and marks, so that "Bäckerei" stands before "Bury". The collations
 * of a server differ from those of the embedded database, so texts are folded by us and compared as they stand.
 */
export function orderKey(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  return plain.replace(unusual, (letter) => to[from.indexOf(letter)] ?? letter).toLowerCase()
}

/** The same in SQL: many times slower than reading what is stored. */
export function orderKeySql(sql: string): string {
  return `lower(translate(regexp_replace(normalize(${sql}, NFD), '[\\u0300-\\u036f]', '', 'g'), '${from}', '${to}'))`
}

/** The folded texts that a row keeps beside its record, one for every stored text that its list offers to order by. */
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

/** SQL that lists order by, for rows under an alias; a row that was written before its list offered the order is folded here. */
export function orderExpression({ schema }: Pick<EntityModel, 'schema'>, field: Ordered, alias: string): string {
  if (field.order !== undefined) return `${field.order(alias)} collate "C"`
  const value = field.sql?.(alias) ?? 'null'
  if (field.type !== 'text') return value
  if (!field.foldCase) return `${value} collate "C"`
  const isKept = field.stored && schema['x-sort'].includes(field.name)
  const folded = isKept ? `coalesce(${alias}.sort_keys->>${constant(field.name)}, ${orderKeySql(value)})` : orderKeySql(value)
  return `${folded} collate "C"`
}
