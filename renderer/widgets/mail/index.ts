import type { Widget } from '../contract.ts'
import { isFreeText } from '../property-type.ts'
import { PlainCell } from '../cell-text.tsx'

/** A mail address. */
export const mailWidget: Widget<'mail', string, object> = {
  name: 'mail',
  fits: isFreeText,
  options: [],
  cell: PlainCell,
  control: async () => (await import('../single-line.tsx')).MailControl,
}
