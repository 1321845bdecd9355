import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { MonoCell } from '../cell-text.tsx'

/** An identifier or serial number, monospaced and copyable. */
export const identifierWidget: Widget<'identifier', string, object> = {
  name: 'identifier',
  fits: (property) => mainType(property) === 'string',
  options: [],
  cell: MonoCell,
  control: async () => (await import('../single-line.tsx')).MonospacedControl,
}
