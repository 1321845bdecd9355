import { sizeOf } from '../equality.ts'
import type { ValueOperator } from './value-operator.ts'

/** How many items the list, or entries the map has, plus `with`, if given: a new zone's priority is the count of zones plus one. */
export const count: ValueOperator = {
  words: 'rule.value.count',
  shapeOnly: true,
  complain: (paths, literal) =>
    paths === 1 && (literal === undefined || typeof literal === 'number') ? undefined : 'needs one path and, if any, a number',
  compute: ([value], literal) => sizeOf(value) + Number(literal ?? 0),
}
