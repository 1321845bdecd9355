import type { PropertySchema } from '../../schemas/vocabulary/types.ts'
import type { DateDisplay } from '../parts/text/date-texts.ts'
import type { Screen } from './screen.ts'

/** The format of a field of dates, months or date-times; undefined for any other. */
export function dateFormatOf({ format, 'x-kind': kind }: PropertySchema): 'date' | 'month' | 'date-time' | undefined {
  if (kind === 'dateTime') return 'date-time'
  return format === 'date' || format === 'month' || format === 'date-time' ? format : undefined
}

/** How a field of dates is written where the screen does not say it; undefined for fields of other values. */
export function defaultDateDisplay(property: PropertySchema): DateDisplay | undefined {
  const format = dateFormatOf(property)
  if (format === undefined || format === 'month') return format
  return property.readOnly || property['x-derived'] ? 'relative' : 'planned'
}

/**
 * How a field is written, by the screen or its schema; undefined for fields of other values. `names` are those under which the screen may
 * say it: the path, or what `patternsOf` finds for it.
 */
export function dateDisplayOf(
  screen: Pick<Screen, 'dateDisplay'> | undefined,
  names: readonly string[],
  property: PropertySchema,
): DateDisplay | undefined {
  if (dateFormatOf(property) === undefined) return undefined
  const said = screen?.dateDisplay ?? {}
  const name = names.find((one) => said[one] !== undefined)
  return (name === undefined ? undefined : said[name]) ?? defaultDateDisplay(property)
}
