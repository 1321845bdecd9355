import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'

/** A switch with a third position: what stands elsewhere holds. */
export const inheritableWidget: Widget = {
  name: 'inheritable',
  fits: (property) => mainType(property) === 'boolean' && Array.isArray(property.type) && property.type.includes('null'),
  options: ['inherits'],
}
