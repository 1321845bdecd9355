import type { Operator } from './operator.ts'
import { complainUnordered, order } from './ordered.ts'

/** Greater than the operand; false when either is missing. */
export const gt: Operator = {
  takes: 'value',
  words: 'rule.test.gt',
  inverse: 'rule.test.not.gt',
  complain: complainUnordered,
  holds: (value, operand) => {
    const difference = order(value, operand)
    return difference !== undefined && difference > 0
  },
}
