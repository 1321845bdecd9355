import type { ValueOperator } from './value-operator.ts'

/** What `with` holds for the value of the path: `{ "vti": 1, "zscaler": 2 }`; null for nothing. Not computed for other values. */
export const chosen: ValueOperator = {
  words: 'rule.value.chosen',
  complain: (paths, literal) =>
    paths === 1 && typeof literal === 'object' && literal !== null && !Array.isArray(literal)
      ? undefined
      : 'needs one path and a value for each of its',
  compute: ([value], literal) =>
    Object.hasOwn(literal as object, String(value)) ? (literal as Record<string, unknown>)[String(value)] : undefined,
}
