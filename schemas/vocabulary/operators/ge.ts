import type { Operator } from './operator.ts'
import { complainUnordered, order } from './ordered.ts'

/** At least the operand; false when either is missing. */
export const ge: Operator = {
  takes: 'value',
  words: 'rule.test.ge',
  inverse: 'rule.test.not.ge',
  complain: complainUnordered,
  holds: (value, operand) => {
    const difference = order(value, operand)
    return difference !== undefined && difference >= 0
  },
}
