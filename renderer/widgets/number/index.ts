import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { NumberCell } from './cell.tsx'

interface Options {
  unit?: string
  /** What an arrow key adds. @default 1 */
  step?: number
}

/** A number, typed; the wheel never changes it. */
export const numberWidget: Widget<'number', number, Options> = {
  name: 'number',
  fits: (property) => mainType(property) === 'integer' || mainType(property) === 'number',
  options: ['unit', 'step'],
  cell: NumberCell,
  control: async () => (await import('./control.tsx')).NumberControl,
  readsNumbers: true,
  filter: { kind: 'range', control: async () => (await import('./filter.tsx')).NumberFilter },
}
