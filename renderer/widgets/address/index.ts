import type { Widget } from '../contract.ts'
import { isFreeText } from '../property-type.ts'
import { AddressCell } from './cell.tsx'

interface Options {
  placeholder?: string
  /** A second address of the record, shown below it. */
  below?: string
}

/** An address, a prefix or a port range, monospaced. */
export const addressWidget: Widget<'address', string, Options> = {
  name: 'address',
  fits: isFreeText,
  options: ['placeholder', 'below'],
  cell: AddressCell,
  control: async () => (await import('../single-line.tsx')).MonospacedControl,
}
