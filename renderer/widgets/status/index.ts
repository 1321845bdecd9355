import type { Widget } from '../contract.ts'
import { StatusCell } from './cell.tsx'

interface Options {
  tones?: Record<string, string>
}

/** A state, as a dot and a word. */
export const statusWidget: Widget<'status', string, Options> = {
  name: 'status',
  fits: (property) => Array.isArray(property.enum),
  options: ['tones'],
  cell: StatusCell,
  control: async () => (await import('../choice.tsx')).StatusControl,
}
