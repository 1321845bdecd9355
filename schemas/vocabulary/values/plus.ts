import { combineNumbers } from './times.ts'
import type { ValueOperator } from './value-operator.ts'

/** The sum of all paths and of `with`, if given. */
export const plus: ValueOperator = {
  words: 'rule.value.plus',
  complain: (paths, literal) =>
    paths > 0 && (literal === undefined || typeof literal === 'number') ? undefined : 'needs paths and, if any, a number',
  compute: (values, literal) => combineNumbers([...values, literal ?? 0], (a, b) => a + b),
}
