import type { Widget } from '../contract.ts'
import { isFreeText } from '../property-type.ts'
import { PlainCell } from '../cell-text.tsx'

interface Options {
  /** @default 5 (S0 section 9) */
  rows?: number
}

/** Several lines of text. */
export const textareaWidget: Widget<'textarea', string, Options> = {
  name: 'textarea',
  fits: isFreeText,
  options: ['rows'],
  cell: PlainCell,
  control: async () => (await import('./control.tsx')).TextareaControl,
}
