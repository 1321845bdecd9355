import type { ValueOperator } from './value-operator.ts'

/** The value of the path as it is. */
export const copy: ValueOperator = {
  words: 'rule.value.copy',
  complain: (paths, literal) => (paths === 1 && literal === undefined ? undefined : 'needs one path and nothing else'),
  compute: ([value]) => value,
}
