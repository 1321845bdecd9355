import type { Widget } from '../contract.ts'
import { isFreeText } from '../property-type.ts'
import { PlainCell } from '../cell-text.tsx'

interface Options {
  /** Field that names the entity, or the entities, whose records the filter is about. */
  of?: string
  /** @default 3 */
  rows?: number
}

/** A filter of records as text (RSQL), which is completed while one types. */
export const filterWidget: Widget<'filter', string, Options> = {
  name: 'filter',
  fits: isFreeText,
  options: ['of', 'rows'],
  cell: PlainCell,
  control: async () => (await import('./control.tsx')).FilterTextControl,
}
