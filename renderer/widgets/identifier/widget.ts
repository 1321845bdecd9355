import type { Widget } from '../contract.ts'
import { mainType } from '../property-type.ts'

/** An identifier or serial number, monospaced and copyable. */
export const identifierWidget: Widget = {
  name: 'identifier',
  fits: (property) => mainType(property) === 'string',
  options: [],
}
