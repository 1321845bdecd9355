import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { rowSchema } from '../../schemas/vocabulary/schema/property-schema.ts'
import { dateFormatOf, defaultDateDisplay } from '../descriptor/date-display.ts'
import { dateText, type DateDisplay } from '../parts/text/date-texts.ts'
import { elementName } from './differences.ts'

/** Dependencies of value texts. */
export interface ValueTexts {
  language: string
  t: (key: string, params?: Record<string, unknown>) => string
  /** Label of an enumerated or boolean value. */
  optionLabel: (field: string, value: unknown) => string
  /** The screen's `dateDisplay` by dotted path. @default what schemas suggest */
  dateDisplay?: Readonly<Record<string, DateDisplay>>
}

/** A stored value with its context. */
export interface StoredValue {
  /** Field path without element names: `lan.subnets.routed`. */
  field: string
  property: PropertySchema | undefined
  value: unknown
  /** Name of the referenced record at the time. */
  name?: string | undefined
  /** Names of nested references, by oid. */
  names?: Record<string, string> | undefined
}

/** Placeholder for a secret. */
export const SECRET = '••••••••'

/** Formats a stored value; empty for none. */
export function valueText(texts: ValueTexts, { field, property, value, name, names }: StoredValue): string {
  if (name !== undefined && name !== '') return name
  if (value === undefined || value === null || value === '') return ''
  if (property?.['x-secret']) return SECRET
  if (property?.['x-ref'] && names?.[String(value)]) return names[String(value)] ?? ''
  if (property?.enum || typeof value === 'boolean') return texts.optionLabel(field, value)
  if (typeof value === 'number')
    return new Intl.NumberFormat(texts.language, { useGrouping: false, maximumFractionDigits: 10 }).format(value)
  if (property && dateFormatOf(property) && typeof value === 'string') return storedDateText(texts, { field, property, value })
  if (Array.isArray(value)) {
    const row = rowSchema(property)
    return value.map((element: unknown) => elementText(texts, { field, property: row, value: element, names })).join(', ')
  }
  return typeof value === 'object' ? elementText(texts, { field, property, value, names }) : String(value)
}

/** A journal says when something was, not how long ago that is. */
function storedDateText(
  { language, dateDisplay }: ValueTexts,
  { field, property, value }: { field: string; property: PropertySchema; value: string },
): string {
  const display = dateDisplay?.[field] ?? defaultDateDisplay(property) ?? 'exact'
  return dateText(value, display === 'relative' ? 'exact' : display, { language })
}

/** Formats a list element or object. `property` is the schema of an element. */
export function elementText(texts: ValueTexts, { field, property, value, names }: StoredValue): string {
  if (typeof value !== 'object' || value === null) return valueText(texts, { field, property, value, names })
  return elementName(value, (inner: string, one: unknown) =>
    valueText(texts, { field: `${field}.${inner}`, property: property?.properties?.[inner], value: one, names }),
  )
}
