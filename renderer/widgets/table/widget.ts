import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'

/** A list of records, edited in place, of any length. */
export const tableWidget: Widget = {
  name: 'table',
  fits: (property) => mainType(property) === 'array' && property.items?.type === 'object',
  options: ['columns', 'height', 'fixedRows', 'fixed', 'marks', 'order', 'blanks'],
}
