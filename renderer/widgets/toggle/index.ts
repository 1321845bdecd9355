import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { ToggleCell } from './cell.tsx'

/** A switch for yes or no. */
export const toggleWidget: Widget<'toggle', boolean, object> = {
  name: 'toggle',
  fits: (property) => mainType(property) === 'boolean',
  options: [],
  cell: ToggleCell,
  control: async () => (await import('./control.tsx')).ToggleControl,
}
