import { monthAfter } from '../months.ts'
import type { ValueOperator } from './value-operator.ts'

/** The month of the first path, later by the months of the second, if any, and by `with`. */
export const monthPlus: ValueOperator = {
  words: 'rule.value.monthPlus',
  complain: (paths, literal) =>
    (paths === 1 || paths === 2) && Number.isSafeInteger(literal ?? 0) ? undefined : 'needs one path or two and, if any, a whole number',
  compute: ([month, months = 0], literal) => {
    const added = typeof months === 'number' ? months + Number(literal ?? 0) : undefined
    return added === undefined ? undefined : monthAfter(month, added)
  },
}
