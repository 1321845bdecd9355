import type { Widget } from '../contract.ts'
import { isFreeText } from '../property-type.ts'
import { TextCell } from './cell.tsx'

interface Options {
  placeholder?: string
  monospace?: boolean
  /** Further fields of the record that stand behind it in lists. */
  with?: string[]
}

/** One line of text. */
export const textWidget: Widget<'text', string, Options> = {
  name: 'text',
  fits: isFreeText,
  options: ['placeholder', 'monospace', 'with'],
  cell: TextCell,
  control: async () => (await import('../single-line.tsx')).TextControl,
  filter: { kind: 'contains', control: async () => (await import('./filter.tsx')).TextFilter },
}
