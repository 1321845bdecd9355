import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'
import { referenceColumn } from './rows.ts'

/** A list whose rows refer to one record each: what may be chosen beside what is chosen. */
export const dualListWidget: Widget = {
  name: 'dual-list',
  fits: (property) => mainType(property) === 'array' && property.items !== undefined && referenceColumn(property) !== undefined,
  options: ['empty', 'held', 'marks'],
}
