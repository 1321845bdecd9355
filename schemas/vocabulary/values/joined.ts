import type { ValueOperator } from './value-operator.ts'

/** The names in `with` of those paths that are true, joined by semicolons: `wan1;wan3`. Empty text when none is. */
export const joined: ValueOperator = {
  words: 'rule.value.joined',
  complain: (paths, literal) =>
    paths > 0 && Array.isArray(literal) && literal.length === paths && literal.every((name) => typeof name === 'string')
      ? undefined
      : 'needs paths and as many names',
  compute: (values, literal) => (literal as string[]).filter((_name, index) => values[index] === true).join(';'),
}
