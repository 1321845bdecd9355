import type { Widget } from '../contract.ts'

/** A record of another entity, searched on the service. */
export const referenceWidget: Widget = {
  name: 'reference',
  fits: (property) => property['x-ref'] !== undefined,
  options: ['hint', 'first', 'eager', 'shows'],
}
