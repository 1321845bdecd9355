import type { Widget } from '../contract.ts'
import { isFreeText } from '../property-type.ts'

/** One line of text. */
export const textWidget: Widget = {
  name: 'text',
  fits: (property) => isFreeText(property),
  options: ['placeholder', 'monospace', 'with'],
}
