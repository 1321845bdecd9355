import type { SqlValue } from '../../../schemas/vocabulary/operators/operator.ts'
import { operators } from '../../../schemas/vocabulary/operators/operators.ts'
import { dottedPath } from '../../../schemas/vocabulary/paths/field-path.ts'
import { kindOf } from '../../../schemas/vocabulary/schema/value-kind.ts'
import type { Condition } from '../../../schemas/vocabulary/types.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { fieldAt } from '../model/field-at.ts'
import { selectorOf } from './resolve-filter.ts'
import type { Selected } from './resolved-filter.ts'

interface Conditioned {
  model: EntityModel
  /** SQL of a field's value. */
  valueOf: (field: Selected) => string
}

/** Compiles a tab condition to SQL without parameters. Supports paths of the record only; throws on anything SQL cannot express. */
export function conditionSql(condition: Condition, on: Conditioned): string {
  return all(
    Object.entries(condition).map(([path, test]) => {
      if (path === 'any') return any((test as Condition[]).map((one) => conditionSql(one, on)))
      if (path === 'all') return all((test as Condition[]).map((one) => conditionSql(one, on)))
      if (path === 'not') return `(${conditionSql(test as Condition, on)}) is not true`
      if (!/^[A-Za-z]/.test(path)) throw new Error(`entity '${on.model.name}': a tab cannot ask for '${path}'`)
      const field = selectorOf(dottedPath(path), on.model, () => true)
      const { format, ...property } = fieldAt(on.model, path)?.schema ?? {}
      return testSql(field.name, { sql: on.valueOf(field), kind: kindOf(property), format }, test)
    }),
  )
}

/** One test of a value: a literal, a list of them, or operators that must all hold. */
function testSql(name: string, value: SqlValue, test: unknown): string {
  if (test === null || typeof test !== 'object' || Array.isArray(test))
    return operatorSql(name, value, [Array.isArray(test) ? 'in' : 'eq', test])
  return all(Object.entries(test).map((entry) => operatorSql(name, value, entry)))
}

function operatorSql(name: string, value: SqlValue, [operator, operand]: readonly [string, unknown]): string {
  if (operator === 'not') return `(${testSql(name, value, operand)}) is not true`
  const sql = operators[operator]?.sql?.(value, operand)
  if (sql === undefined) throw new Error(`a tab condition on '${name}' cannot use '${operator}'`)
  return sql
}

function all(parts: readonly string[]): string {
  return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`
}

function any(parts: readonly string[]): string {
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`
}
