import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'

/** A date with time, in the reader's zone; kept as ISO 8601. */
export const dateTimeWidget: Widget = {
  name: 'date-time',
  fits: (property) => mainType(property) === 'string' && (property.format === 'date-time' || property['x-kind'] === 'dateTime'),
  options: [],
}
