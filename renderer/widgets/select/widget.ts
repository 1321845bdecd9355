import type { Widget } from '../contract.ts'

/** One of the values of an enumeration, from a list. */
export const selectWidget: Widget = {
  name: 'select',
  fits: (property) => Array.isArray(property.enum),
  options: [],
}
