import type { Finding } from '../../finding.ts'
import { operators } from '../operators/operators.ts'
import type { SqlValue } from '../operators/operator.ts'
import type { CompiledCondition } from '../operators/condition.ts'
import { kindOf } from '../schema/value-kind.ts'

/**
 * A tab is carried out by the database: what its condition asks for must be a field of the record, outside of lists, and each operator must
 * have SQL for that field and operand. Otherwise every page of the list would fail.
 */
export function checkTabSql(condition: CompiledCondition, where: string): Finding[] {
  if (condition.kind === 'not') return checkTabSql(condition.of, where)
  if (condition.kind !== 'test') return condition.of.flatMap((part) => checkTabSql(part, where))
  const { path, test } = condition
  const refuse = (message: string): Finding[] => [{ id: 'schema.tab.sql', where: `${where}/${path.text.replaceAll('/', '~1')}`, message }]
  const [node] = path.kind === 'data' ? path.nodes : []
  if (path.kind !== 'data' || path.hops.length > 0 || !path.steps.every((step) => 'key' in step) || !/^[A-Za-z]/.test(path.text) || !node)
    return refuse(`a tab asks for fields of the record only, outside of lists; write the path of one in place of "${path.text}"`)
  const { format } = node.property
  return withoutSql({ sql: '', kind: kindOf(node.property), format }, test.raw).flatMap((operator) =>
    refuse(`a tab cannot ask "${operator}" of "${path.text}"; write ${suggestion(node.property.enum !== undefined)}`),
  )
}

const suggestion = (hasOptions: boolean): string =>
  hasOptions
    ? 'the options, as in ["active", "frozen"]'
    : 'a literal, a list of literals, or "not", "empty", "lt", "le", "gt", "ge" of literals'

/** Operators of a test that have no SQL for the value. */
function withoutSql(value: SqlValue, test: unknown): string[] {
  if (test === null || typeof test !== 'object' || Array.isArray(test)) return has(value, [Array.isArray(test) ? 'in' : 'eq', test])
  return Object.entries(test).flatMap((entry) => (entry[0] === 'not' ? withoutSql(value, entry[1]) : has(value, entry)))
}

function has(value: SqlValue, [name, operand]: readonly [string, unknown]): string[] {
  return operators[name]?.sql?.(value, operand) === undefined ? [name] : []
}
