import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import { exactTime } from '../widgets/date-time/relative-time.ts'
import { elementName } from './differences.ts'

/** What values need of the application to become words. */
export interface ValueTexts {
  language: string
  t: (key: string, params?: Record<string, unknown>) => string
  /** Label of an enumeration's value, or of yes and no. */
  optionLabel: (field: string, value: unknown) => string
}

/** A stored value in words; empty for none. `name` is the name of the record that it refers to, as it was then. */
export function valueText(
  texts: ValueTexts,
  { field, property, value, name }: { field: string; property: PropertySchema | undefined; value: unknown; name?: string | undefined },
): string {
  if (name !== undefined && name !== '') return name
  if (value === undefined || value === null || value === '') return ''
  if (property?.['x-secret']) return '••••••••'
  if (property?.enum || typeof value === 'boolean') return texts.optionLabel(field, value)
  if (typeof value === 'number')
    return new Intl.NumberFormat(texts.language, { useGrouping: false, maximumFractionDigits: 10 }).format(value)
  if (property?.format === 'date-time' && typeof value === 'string') return exactTime(value, texts.language)
  if (Array.isArray(value)) return value.map(elementName).join(', ')
  return typeof value === 'object' ? elementName(value) : String(value)
}
