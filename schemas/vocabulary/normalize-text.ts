import { isBlank, trimInvisible } from './blank.ts'
import { storedInstant } from './instants.ts'
import { itemKey } from './read.ts'
import { entrySchema } from './schema/property-schema.ts'
import type { PropertySchema, Rec } from './types.ts'

/** Formats that forbid white space at the ends of a text (S0 section 5): such a text is refused, not trimmed. */
const strict: ReadonlySet<string | undefined> = new Set(['boss-name', 'no-spaces'])

/** Whether a property is free text: no option, no secret, not read-only. */
function isText({ type, enum: options, readOnly, 'x-secret': secret }: PropertySchema): boolean {
  return [type].flat().includes('string') && options === undefined && readOnly !== true && secret !== true
}

/**
 * The stored form of a text: blank text becomes empty, single-line text (names, addresses, mail addresses) is trimmed. Multi-line text is
 * only normalized if blank; date-times are told in UTC, so that they sort as texts; secrets and options are kept as they are.
 */
export function normalizeText(text: string, property: PropertySchema): string {
  if (!isText(property)) return text
  if (isBlank(text)) return ''
  if (property.format === 'date-time') return storedInstant(trimInvisible(text))
  return property['x-kind'] === 'multiline' || strict.has(property.format) ? text : trimInvisible(text)
}

/**
 * Normalizes all texts of a value. A text that equals the one at the same place of `base` is kept, so that sending back a stored record
 * changes nothing. Returns the same reference if nothing changes.
 */
export function normalizeValue<T>(value: T, base: unknown, property: PropertySchema): T {
  if (value === base) return value
  if (typeof value === 'string') return normalizeText(value, property) as T & string
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return normalizeRows(value, Array.isArray(base) ? base : [], property.items) as T
  const before = isObject(base) ? base : {}
  const entry = entrySchema(property)
  let copy: Rec | undefined
  for (const [name, inner] of Object.entries(value)) {
    const schema = property.properties?.[name] ?? entry
    const next = schema === undefined ? inner : normalizeValue(inner, before[name], schema)
    if (next !== inner) (copy ??= { ...(value as Rec) })[name] = next
  }
  return (copy as T | undefined) ?? value
}

function normalizeRows(rows: readonly unknown[], base: readonly unknown[], schema: PropertySchema | undefined): readonly unknown[] {
  if (schema === undefined || rows.length === 0) return rows
  const known = new Map(base.map((row) => [itemKey(row) ?? row, row]))
  const next = rows.map((row) => normalizeValue(row, known.get(itemKey(row) ?? row), schema))
  return next.every((row, index) => row === rows[index]) ? rows : next
}

const isObject = (value: unknown): value is Rec => typeof value === 'object' && value !== null && !Array.isArray(value)
