import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'

/** A list of short texts. */
export const tagsWidget: Widget = {
  name: 'tags',
  fits: (property) => mainType(property) === 'array' && property.items?.type === 'string',
  options: ['placeholder', 'monospace'],
}
