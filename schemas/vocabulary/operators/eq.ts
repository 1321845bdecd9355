import { isSame } from '../equality.ts'
import type { Operator } from './operator.ts'

/** Equals the operand; implied by a literal (`"state": "enabled"`). Absent and null are the same. */
export const eq: Operator = {
  takes: 'value',
  words: 'rule.test.eq',
  inverse: 'rule.test.not.eq',
  holds: (value, operand) => isSame(value, operand),
}
