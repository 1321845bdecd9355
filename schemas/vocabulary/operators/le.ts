import type { Operator } from './operator.ts'
import { complainUnordered, order } from './ordered.ts'

/** At most the operand; false when either is missing. */
export const le: Operator = {
  takes: 'value',
  words: 'rule.test.le',
  inverse: 'rule.test.not.le',
  complain: complainUnordered,
  holds: (value, operand) => {
    const difference = order(value, operand)
    return difference !== undefined && difference <= 0
  },
}
