import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'

/** A month; kept as `2026-05`. */
export const monthWidget: Widget = {
  name: 'month',
  fits: (property) => mainType(property) === 'string' && property.format === 'month',
  options: [],
}
