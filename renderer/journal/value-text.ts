import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { rowSchema } from '../../schemas/vocabulary/property-schema.ts'
import { exactTime } from '../widgets/date-time/times.ts'
import { monthText } from '../widgets/month/month-text.ts'
import { elementName } from './differences.ts'

/** What values need of the application to become words. */
export interface ValueTexts {
  language: string
  t: (key: string, params?: Record<string, unknown>) => string
  /** Label of an enumeration's value, or of yes and no. */
  optionLabel: (field: string, value: unknown) => string
}

/** A stored value and what is known about it. */
export interface StoredValue {
  /** Its field by path, without the names of elements: `lan.subnets.routed`. */
  field: string
  property: PropertySchema | undefined
  value: unknown
  /** Name of the record that it refers to, as it was then. */
  name?: string | undefined
  /** The same of what it refers to within, by oid. */
  names?: Record<string, string> | undefined
}

/** What stands for a secret. */
export const SECRET = '••••••••'

/** A stored value in words; empty for none. */
export function valueText(texts: ValueTexts, { field, property, value, name, names }: StoredValue): string {
  if (name !== undefined && name !== '') return name
  if (value === undefined || value === null || value === '') return ''
  if (property?.['x-secret']) return SECRET
  if (property?.['x-ref'] && names?.[String(value)]) return names[String(value)] ?? ''
  if (property?.enum || typeof value === 'boolean') return texts.optionLabel(field, value)
  if (typeof value === 'number')
    return new Intl.NumberFormat(texts.language, { useGrouping: false, maximumFractionDigits: 10 }).format(value)
  if (property?.format === 'date-time' && typeof value === 'string') return exactTime(value, texts.language)
  if (property?.format === 'month' && typeof value === 'string') return monthText(value, texts.language)
  if (Array.isArray(value)) {
    const row = rowSchema(property)
    return value.map((element: unknown) => elementText(texts, { field, property: row, value: element, names })).join(', ')
  }
  return typeof value === 'object' ? elementText(texts, { field, property, value, names }) : String(value)
}

/** How an element of a list, or an object, is called in words. `property` is what every element is. */
export function elementText(texts: ValueTexts, { field, property, value, names }: StoredValue): string {
  if (typeof value !== 'object' || value === null) return valueText(texts, { field, property, value, names })
  return elementName(value, (inner: string, one: unknown) =>
    valueText(texts, { field: `${field}.${inner}`, property: property?.properties?.[inner], value: one, names }),
  )
}
