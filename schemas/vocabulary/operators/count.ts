import { sizeOf } from '../equality.ts'
import type { Operator, Predicate } from './operator.ts'

/** How many items a list or entries a map has passes the test: `{ "count": 3 }`, `{ "count": { "ge": 1 } }`; anything else has none. */
export const count: Operator = {
  takes: 'test',
  shapeOnly: true,
  words: 'rule.test.count',
  inverse: 'rule.test.not.count',
  holds: (value, operand) => (operand as Predicate)(sizeOf(value)),
}
