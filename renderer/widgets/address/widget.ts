import type { Widget } from '../contract.ts'
import { isFreeText } from '../property-type.ts'

/** An address, a prefix or a port range, monospaced. */
export const addressWidget: Widget = {
  name: 'address',
  fits: (property) => isFreeText(property),
  options: ['placeholder', 'below'],
}
