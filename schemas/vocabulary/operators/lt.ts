import type { Operator } from './operator.ts'
import { complainUnordered, order } from './ordered.ts'

/** Less than the operand; false when either is missing. */
export const lt: Operator = {
  takes: 'value',
  words: 'rule.test.lt',
  inverse: 'rule.test.not.lt',
  complain: complainUnordered,
  holds: (value, operand) => {
    const difference = order(value, operand)
    return difference !== undefined && difference < 0
  },
}
