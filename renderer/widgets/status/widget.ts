import type { Widget } from '../contract.ts'

/** A state, as a dot and a word. */
export const statusWidget: Widget = {
  name: 'status',
  fits: (property) => Array.isArray(property.enum),
  options: ['tones'],
}
