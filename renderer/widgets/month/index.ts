import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { MonthCell } from './cell.tsx'

/** A month; kept as `2026-05`. */
export const monthWidget: Widget<'month', string, object> = {
  name: 'month',
  fits: (property) => mainType(property) === 'string' && property.format === 'month',
  options: [],
  cell: MonthCell,
  control: async () => (await import('./control.tsx')).MonthControl,
  filter: { kind: 'months', control: async () => (await import('./filter.tsx')).MonthFilter },
}
