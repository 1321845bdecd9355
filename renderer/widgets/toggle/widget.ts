import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'

/** A switch for yes or no. */
export const toggleWidget: Widget = {
  name: 'toggle',
  fits: (property) => mainType(property) === 'boolean',
  options: [],
}
