import type { Condition } from '../../../schemas/vocabulary/types.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { constant } from '../model/field.ts'
import { selectorOf, type Selected } from './resolve-filter.ts'

type Scalar = string | number | boolean | null

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
      const field = selectorOf(path.replaceAll('/', '.'), on.model, () => true)
      return testSql(field.name, on.valueOf(field), test)
    }),
  )
}

const COMPARISONS: Record<string, string> = { ge: '>=', gt: '>', le: '<=', lt: '<' }

function testSql(name: string, value: string, test: unknown): string {
  if (Array.isArray(test)) return any((test as Scalar[]).map((one) => testSql(name, value, one)))
  if (test === null) return `${value} is null`
  if (typeof test !== 'object') return `${value} = ${typeof test === 'string' ? constant(test) : String(test)}`
  return all(
    Object.entries(test as Record<string, unknown>).map(([operator, operand]) => {
      if (operator === 'not') return `(${testSql(name, value, operand)}) is not true`
      if (operator === 'empty') return `(coalesce(${value}::text, '') = '') = ${operand === true}`
      const comparison = COMPARISONS[operator]
      if (comparison === undefined || typeof operand !== 'number') throw new Error(`a tab condition on '${name}' cannot use '${operator}'`)
      return `${value} ${comparison} ${operand}`
    }),
  )
}

function all(parts: readonly string[]): string {
  return parts.length === 0 ? 'true' : `(${parts.join(' and ')})`
}

function any(parts: readonly string[]): string {
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`
}
