import type { Operator, Predicate } from './operator.ts'

/** An item of the list passes the test; of a text separated by semicolons (`wan1;wan2`), a part of it. */
export const contains: Operator = {
  takes: 'test',
  words: 'rule.test.contains',
  inverse: 'rule.test.not.contains',
  holds: (value, operand) => itemsOf(value).some(operand as Predicate),
}

function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return typeof value === 'string' && value !== '' ? value.split(';') : []
}
