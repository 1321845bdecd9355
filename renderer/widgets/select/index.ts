import type { Widget } from '../contract.ts'
import { SelectCell } from './cell.tsx'

/** One of the values of an enumeration, from a list. */
export const selectWidget: Widget<'select', string | number | null, object> = {
  name: 'select',
  fits: (property) => Array.isArray(property.enum),
  options: [],
  cell: SelectCell,
  control: async () => (await import('../choice.tsx')).SelectControl,
  filter: { kind: 'oneOf', control: async () => (await import('./filter.tsx')).SelectFilter },
}
