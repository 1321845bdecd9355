import type { ValueOperator } from './value-operator.ts'

/** The first item of the list. */
export const first: ValueOperator = {
  words: 'rule.value.first',
  complain: (paths, literal) => (paths === 1 && literal === undefined ? undefined : 'needs one path and nothing else'),
  compute: ([value]) => (Array.isArray(value) ? (value[0] as unknown) : undefined),
}
