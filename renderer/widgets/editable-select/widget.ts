import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'

/** A value from a list of suggestions, or one's own (S1 section 5). */
export const editableSelectWidget: Widget = {
  name: 'editable-select',
  fits: (property) => mainType(property) === 'string',
  options: ['suggestions', 'maxLength', 'leading'],
}
