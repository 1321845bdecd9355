import { isSame } from '../equality.ts'
import type { Operator } from './operator.ts'

/** The stored value, whatever stands there now, is the operand or one of its values: `{ "was": ["open", "active"] }`. New records have none. */
export const was: Operator = {
  takes: 'value',
  words: 'rule.test.was',
  inverse: 'rule.test.not.was',
  holds: (_value, operand, { stored, creating }) =>
    !creating && (Array.isArray(operand) ? operand : [operand]).some((candidate) => isSame(stored(), candidate)),
}
