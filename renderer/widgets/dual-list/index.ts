import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { referenceColumn } from './rows.ts'
import { TableCell } from '../table/cell.tsx'

/** Options of a dual list. */
export interface DualListOptions {
  /** Text key of what shows where nothing can be chosen. */
  empty?: string
  /** Properties of a candidate that hold the oid and the name of the record that has it, and the text key of the note about it. */
  held?: { by: string; name: string; text: string }
  /** Text keys of notes shown after candidates, by the boolean property that causes them. */
  marks?: Record<string, string>
}

/** A list whose rows refer to one record each: candidates on one side, chosen rows on the other. */
export const dualListWidget: Widget<'dual-list', readonly object[], DualListOptions> = {
  name: 'dual-list',
  fits: (property) => mainType(property) === 'array' && property.items !== undefined && referenceColumn(property) !== undefined,
  options: ['empty', 'held', 'marks'],
  cell: TableCell,
  field: async () => (await import('./control.tsx')).DualListField,
}
