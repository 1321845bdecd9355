import type { Widget } from '../contract.ts'
import { DateTimeCell } from '../date-time/cell.tsx'
import { mainType } from '../property-type.ts'

/** A date of the calendar, in no zone; kept as `2026-05-04`. */
export const dateWidget: Widget<'date', string, object> = {
  name: 'date',
  fits: (property) => mainType(property) === 'string' && property.format === 'date',
  options: [],
  cell: DateTimeCell,
  control: async () => (await import('./control.tsx')).DateControl,
  filter: { kind: 'days', control: async () => (await import('./filter.tsx')).DateFilter },
}
