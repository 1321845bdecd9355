import { isSame } from '../equality.ts'
import type { Operator } from './operator.ts'

/** Is one of the operand's values; implied by a list (`"type": ["msp", "reseller"]`). */
export const isIn: Operator = {
  takes: 'value',
  words: 'rule.test.in',
  inverse: 'rule.test.not.in',
  complain: (operand) => (Array.isArray(operand) ? undefined : 'needs a list'),
  holds: (value, operand) => Array.isArray(operand) && operand.some((candidate) => isSame(value, candidate)),
}
