import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { DateTimeCell } from './cell.tsx'

/** A date with time, shown by the reader's clock; kept as ISO 8601 in UTC. */
export const dateTimeWidget: Widget<'date-time', string, object> = {
  name: 'date-time',
  fits: (property) => mainType(property) === 'string' && (property.format === 'date-time' || property['x-kind'] === 'dateTime'),
  options: [],
  cell: DateTimeCell,
  control: async () => (await import('./control.tsx')).DateTimeControl,
  filter: { kind: 'dates', control: async () => (await import('./filter.tsx')).DateTimeFilter },
}
