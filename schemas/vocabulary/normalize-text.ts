import { isBlank, trimmed } from './blank.ts'
import { itemKey } from './read.ts'
import { entrySchema } from './property-schema.ts'
import type { PropertySchema, Rec } from './types.ts'

/** Formats that themselves say what may stand at the ends of a text (S0 section 5): such a text is refused, not put right. */
const strict: ReadonlySet<string | undefined> = new Set(['boss-name', 'no-spaces'])

/** Whether a property holds words of people: no option, no secret, nothing that only the service writes. */
function isText({ type, enum: options, readOnly, 'x-secret': secret }: PropertySchema): boolean {
  return [type].flat().includes('string') && options === undefined && readOnly !== true && secret !== true
}

/**
 * A text as it is stored. Blank is empty; one line of text (names, identifiers, addresses, mails) goes without white space around it.
 * Secrets and options stay as they are, texts of several lines unless they are blank.
 */
export function normalizedText(text: string, property: PropertySchema): string {
  if (!isText(property)) return text
  if (isBlank(text)) return ''
  return property['x-kind'] === 'multiline' || strict.has(property.format) ? text : trimmed(text)
}

/**
 * What somebody sends, its texts as they are stored. A text that is in `base` as it was sent stays so: whoever sends back what is
 * stored changes nothing. Answers the very same value where nothing is to be done.
 */
export function normalized<T>(value: T, base: unknown, property: PropertySchema): T {
  if (value === base) return value
  if (typeof value === 'string') return normalizedText(value, property) as T & string
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return tidiedRows(value, Array.isArray(base) ? base : [], property.items) as T
  const before = isObject(base) ? base : {}
  const entry = entrySchema(property)
  let copy: Rec | undefined
  for (const [name, inner] of Object.entries(value)) {
    const schema = property.properties?.[name] ?? entry
    const next = schema === undefined ? inner : normalized(inner, before[name], schema)
    if (next !== inner) (copy ??= { ...(value as Rec) })[name] = next
  }
  return (copy as T | undefined) ?? value
}

function tidiedRows(rows: readonly unknown[], base: readonly unknown[], schema: PropertySchema | undefined): readonly unknown[] {
  if (schema === undefined || rows.length === 0) return rows
  const known = new Map(base.map((row) => [itemKey(row) ?? row, row]))
  const next = rows.map((row) => normalized(row, known.get(itemKey(row) ?? row), schema))
  return next.every((row, index) => row === rows[index]) ? rows : next
}

const isObject = (value: unknown): value is Rec => typeof value === 'object' && value !== null && !Array.isArray(value)
