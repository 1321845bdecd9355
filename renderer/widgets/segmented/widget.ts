import type { Widget } from '../contract.ts'

/** One of a few values, all in sight. */
export const segmentedWidget: Widget = {
  name: 'segmented',
  fits: (property) => Array.isArray(property.enum) && property.enum.length <= 5,
  options: [],
}
