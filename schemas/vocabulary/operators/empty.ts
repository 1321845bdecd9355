import { isEmpty } from '../equality.ts'
import type { Operator } from './operator.ts'

/** Nothing is given (absent, null, empty text, empty list): `{ "empty": true }`; `{ "empty": false }` asks for the contrary. */
export const empty: Operator = {
  takes: 'value',
  shapeOnly: true,
  words: 'rule.test.empty',
  inverse: 'rule.test.not.empty',
  complain: (operand) => (typeof operand === 'boolean' ? undefined : 'needs true or false'),
  holds: (value, operand) => isEmpty(value) === operand,
}
