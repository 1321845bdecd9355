import type { Widget } from '../contract.ts'
import { isFreeText } from '../property-type.ts'

/** A mail address. */
export const mailWidget: Widget = {
  name: 'mail',
  fits: (property) => isFreeText(property),
  options: [],
}
