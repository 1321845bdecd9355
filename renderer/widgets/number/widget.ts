import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'

/** A number, typed; the wheel never changes it. */
export const numberWidget: Widget = {
  name: 'number',
  fits: (property) => mainType(property) === 'integer' || mainType(property) === 'number',
  options: ['unit', 'step'],
}
