import type { ValueOperator } from './value-operator.ts'

/** The product of all paths and of `with`, if given. */
export const times: ValueOperator = {
  words: 'rule.value.times',
  complain: (paths, literal) =>
    paths > 0 && (literal === undefined || typeof literal === 'number') ? undefined : 'needs paths and, if any, a number',
  compute: (values, literal) => combineNumbers([...values, literal ?? 1], (a, b) => a * b),
}

/** Folds numbers; undefined as soon as one of them is none. */
export function combineNumbers(values: readonly unknown[], combine: (a: number, b: number) => number): number | undefined {
  const numbers = values.filter((value) => typeof value === 'number' && Number.isFinite(value)) as number[]
  return numbers.length === values.length && numbers.length > 0 ? numbers.reduce(combine) : undefined
}
