import { sql, type RawBuilder } from 'kysely'
import type { ResolvedComparison, ResolvedExists, ResolvedFilter } from './resolved-filter.ts'
import { isSelective, patternsOf, searchPattern, shortTerm } from '../../../schemas/filter/pattern.ts'

/** A condition in SQL with its parameters. */
export type Where = RawBuilder<boolean>

const always: Where = sql<boolean>`true`

/** Conjunction of conditions. */
export function allOf(conditions: readonly Where[]): Where {
  return conditions.length === 0 ? always : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Disjunction of conditions; false if there are none. */
export function anyOf(conditions: readonly Where[]): Where {
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** SQL of a filter over rows under the alias. An absent value equals nothing and differs from everything. `root`: alias of the list's rows. */
export function filterSql(filter: ResolvedFilter, alias: string, root = alias): Where {
  switch (filter.kind) {
    case 'comparison':
      return isOfTenants(filter) ? ofTenantsSql(filter, alias) : comparisonSql(filter, alias)
    case 'not':
      return sql<boolean>`(${filterSql(filter.filter, alias, root)}) is not true`
    case 'exists':
      return existsSql(filter, alias, root)
    case 'and':
      return allOf(filter.parts.map((part) => filterSql(part, alias, root)))
    case 'or':
      return anyOf(filter.parts.map((part) => filterSql(part, alias, root)))
  }
}

function existsSql({ alias, from, on, filter }: ResolvedExists, outer: string, root: string): Where {
  const joined = on === undefined ? [] : [sql<boolean>`${sql.raw(on(outer, root))}`]
  return sql<boolean>`exists (select from ${sql.raw(from(outer))} where ${allOf([...joined, filterSql(filter, alias, root)])})`
}

/** Comparisons that an absent value satisfies, too, are evaluated row by row. */
function isOfTenants({ field: { ofTenant }, operator }: ResolvedComparison): boolean {
  return ofTenant !== undefined && operator !== '!=' && operator !== '=out=' && operator !== '=isnull='
}

/** Comparisons on tenant columns are evaluated once per tenant, not once per row. */
function ofTenantsSql(comparison: ResolvedComparison, alias: string): Where {
  const { ofTenant = '' } = comparison.field
  const onTenant = comparisonSql({ ...comparison, field: { ...comparison.field, sql: (of) => `${of}.${ofTenant}` } }, 'h')
  return sql<boolean>`${sql.raw(alias)}.tenant_oid in (select h.oid from tenant h where ${onTenant})`
}

function comparisonSql({ field, operator, values }: ResolvedComparison, alias: string): Where {
  const { type } = field
  const isOrdered = type === 'text' && /^=[lg][te]=$/.test(operator)
  const left = sql.raw(isOrdered ? `${field.sql(alias)} collate "C"` : field.sql(alias))
  const value = parameter(values[0] ?? '', type)
  switch (operator) {
    case '==':
      return sql<boolean>`${left} = ${value}`
    case '!=':
      return sql<boolean>`${left} is distinct from ${value}`
    case '=lt=':
      return sql<boolean>`${left} < ${value}`
    case '=le=':
      return sql<boolean>`${left} <= ${value}`
    case '=gt=':
      return sql<boolean>`${left} > ${value}`
    case '=ge=':
      return sql<boolean>`${left} >= ${value}`
    case '=in=':
      return sql<boolean>`${left} = any(${list(values, type)})`
    case '=out=':
      return sql<boolean>`(${left} = any(${list(values, type)})) is not true`
    case '=isnull=':
      if (field.isList) return values[0] === true ? isEmptyList(left) : sql<boolean>`not ${isEmptyList(left)}`
      return values[0] === true ? sql<boolean>`${left} is null` : sql<boolean>`${left} is not null`
    case '=ilike=':
      return anyOf(patternsOf(String(values[0])).map((pattern) => sql<boolean>`${left} ilike ${pattern}`))
  }
}

/** An absent list is an empty one. */
function isEmptyList(list: RawBuilder<unknown>): Where {
  return sql<boolean>`(coalesce(${list}, 'null'::jsonb) in ('null'::jsonb, '[]'::jsonb, '{}'::jsonb))`
}

const SQL_TYPES = { text: 'text', number: 'numeric', boolean: 'boolean', moment: 'timestamptz', json: 'jsonb' } as const

function parameter(value: string | number | boolean, type: keyof typeof SQL_TYPES): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(SQL_TYPES[type])}`
}

function list(values: readonly (string | number | boolean)[], type: keyof typeof SQL_TYPES): RawBuilder<unknown> {
  return sql`${values}::${sql.raw(SQL_TYPES[type])}[]`
}

/**
 * A pattern that the search text of every matching row satisfies, if the filter is selective enough for the trigram index, e.g. for a
 * search term (`name=ilike=%x%,mail=ilike=%x%`) within a conjunction. The filter itself still has to be checked.
 */
export function searchTerm(filter: ResolvedFilter): string | undefined {
  if (filter.kind === 'and') return filter.parts.map(searchTerm).find((term) => term !== undefined)
  const alternatives = filter.kind === 'or' ? filter.parts : [filter]
  const patterns = new Set(alternatives.map(patternOf))
  const [pattern] = patterns
  return patterns.size === 1 && pattern !== undefined && isSelective(pattern) ? searchPattern(pattern) : undefined
}

/** Like `searchTerm`, for a searched field that must equal a text. */
export function equalTerm(filter: ResolvedFilter): string | undefined {
  if (filter.kind === 'and') return filter.parts.map(equalTerm).find((term) => term !== undefined)
  if (filter.kind !== 'comparison' || filter.operator !== '==') return undefined
  const { searched, type, stored, ofTenant } = filter.field
  if (!searched || type !== 'text' || !(stored || ofTenant === 'name')) return undefined
  const pattern = `%${String(filter.values[0]).replaceAll(/[\\%_]/g, '\\$&')}%`
  return shortTerm(pattern) === undefined && isSelective(pattern) ? searchPattern(pattern) : undefined
}

/**
 * Whether the pattern on the search text alone is equivalent to the filter: a plain term in every searched field. A term with a space is
 * not, because it could start in one field and end in the next.
 */
export function isWholeSearch(filter: ResolvedFilter, searched: readonly string[]): boolean {
  const pattern = filter.kind === 'or' ? searchTerm(filter) : undefined
  if (filter.kind !== 'or' || pattern === undefined || !/^%(?:\\[^\s]|[^%_\\\s])+%$/u.test(patternOf(filter.parts[0]) ?? '')) return false
  const names = new Set(filter.parts.map((part) => (part.kind === 'comparison' ? part.field.name : '')))
  return searched.every((name) => names.has(name))
}

function patternOf(filter: ResolvedFilter | undefined): string | undefined {
  if (filter?.kind !== 'comparison' || filter.operator !== '=ilike=' || !filter.field.searched) return undefined
  return String(filter.values[0])
}
