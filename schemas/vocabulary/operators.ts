import { addressOperators } from './operators/addresses.ts'
import { changeOperators } from './operators/change.ts'
import { comparisonOperators } from './operators/comparison.ts'
import { listOperators } from './operators/lists.ts'
import type { Operator } from './operators/operator.ts'

/** Operators of conditions by name. A new one goes into the file of its kind. */
export const operators: Readonly<Record<string, Operator>> = {
  ...comparisonOperators,
  ...listOperators,
  ...changeOperators,
  ...addressOperators,
}
