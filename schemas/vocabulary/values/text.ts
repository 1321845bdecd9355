import { isEmpty } from '../equality.ts'
import type { ValueOperator } from './value-operator.ts'

/** The value of the path as text, `with` where it is empty: VLAN 7 as area "7". */
export const text: ValueOperator = {
  words: 'rule.value.text',
  complain: (paths, literal) =>
    paths === 1 && (literal === undefined || typeof literal === 'string') ? undefined : 'needs one path and, if any, a text',
  compute: ([value], literal) => (isEmpty(value) ? literal : String(value)),
}
