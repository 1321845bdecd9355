import { isUnchanged } from '../equality.ts'
import type { Operator } from './operator.ts'

/** The value differs from the stored one: `{ "changed": true }`. Nothing counts as changed while creating: ask `$editor.creating` for that. */
export const changed: Operator = {
  takes: 'value',
  words: 'rule.test.changed',
  inverse: 'rule.test.not.changed',
  complain: (operand) => (typeof operand === 'boolean' ? undefined : 'needs true or false'),
  holds: (value, operand, { stored, creating }) => (!creating && !isUnchanged(stored(), value)) === operand,
}
