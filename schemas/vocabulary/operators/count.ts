import type { Operator, Predicate } from './operator.ts'

/** The number of items of a list passes the test: `{ "count": 3 }`, `{ "count": { "ge": 1 } }`; anything but a list counts as none. */
export const count: Operator = {
  takes: 'test',
  shapeOnly: true,
  words: 'rule.test.count',
  inverse: 'rule.test.not.count',
  holds: (value, operand) => (operand as Predicate)(Array.isArray(value) ? value.length : 0),
}
