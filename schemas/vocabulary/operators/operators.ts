import { addressOperators } from './addresses.ts'
import { changeOperators, comparisonOperators } from './comparison.ts'
import { listOperators } from './lists.ts'
import type { Operator } from './operator.ts'

/** Operators of conditions by name. A new one goes into the file of its kind. */
export const operators: Readonly<Record<string, Operator>> = {
  ...comparisonOperators,
  ...listOperators,
  ...changeOperators,
  ...addressOperators,
}
