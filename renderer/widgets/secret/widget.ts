import type { Widget } from '../contract.ts'

/** Written and never read back; says whether one is configured. */
export const secretWidget: Widget = {
  name: 'secret',
  fits: (property) => property['x-secret'] === true,
  options: ['confirmed'],
}
