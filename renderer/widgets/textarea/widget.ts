import type { Widget } from '../contract.ts'
import { isFreeText } from '../property-type.ts'

/** Several lines of text; five rows (S0 section 9). */
export const textareaWidget: Widget = {
  name: 'textarea',
  fits: (property) => isFreeText(property),
  options: ['rows'],
}
