import type { Operator, Predicate } from './operator.ts'

/** The test of the operand does not hold: `{ "not": true }`, `{ "not": ["a", "b"] }`, `{ "not": { "ge": 3 } }`. */
export const not: Operator = {
  takes: 'test',
  words: 'rule.test.not.eq',
  inverse: 'rule.test.eq',
  holds: (value, operand) => !(operand as Predicate)(value),
}
