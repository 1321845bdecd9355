import { isEmpty } from '../equality.ts'
import type { ValueOperator } from './value-operator.ts'

/** The first path that holds something, else `with`. */
export const coalesce: ValueOperator = {
  words: 'rule.value.coalesce',
  complain: (paths) => (paths > 0 ? undefined : 'needs a path'),
  compute: (values, literal) => values.find((value) => !isEmpty(value)) ?? literal,
}
