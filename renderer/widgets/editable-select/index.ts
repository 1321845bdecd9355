import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { SelectCell } from '../select/cell.tsx'

/**
 * Where suggestions come from: a field of the records of an entity, narrowed by property values; `hint` tells alike ones apart.
 * `fills`: fields that only the service writes, with the properties of what is chosen that stand in them until it does.
 */
export interface Suggestions {
  entity: string
  field: string
  where?: Record<string, readonly (string | number | boolean)[]>
  hint?: string
  fills?: Record<string, string>
}

interface Options {
  suggestions?: Suggestions
  maxLength?: number
  /** Property values of records that are offered before the others. */
  leading?: Suggestions['where']
}

/** A value from a list of suggestions, or one's own (S1 section 5). */
export const editableSelectWidget: Widget<'editable-select', string, Options> = {
  name: 'editable-select',
  fits: (property) => mainType(property) === 'string',
  options: ['suggestions', 'maxLength', 'leading'],
  cell: SelectCell,
  control: async () => (await import('./control.tsx')).EditableSelectControl,
}
