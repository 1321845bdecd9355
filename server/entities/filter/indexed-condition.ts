import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { filterSql } from './filter-sql.ts'
import type { ResolvedComparison, ResolvedExists, ResolvedFilter } from './resolved-filter.ts'

/** Where the places of a filter are looked up. */
interface Looking {
  queries: Queries
  /** Null: of all. */
  tenantOid: string | null
}

/** Records that references may lead to; with more of them the condition is left to the rows. */
const MOST_TARGETS = 100
/** Length of a predicate that an index is asked with. */
const LONGEST = 20_000

/**
 * A JSON path predicate over `data` that every row of the filter meets, and that an index answers: equal values at their places, in lists, and
 * identifiers of the records that references lead to. Undefined where there is none, as for comparisons and negations alone. The filter
 * itself decides on each row.
 */
export async function indexedCondition(queries: Queries, filter: ResolvedFilter, tenantOid: string | null): Promise<string | undefined> {
  const found = await predicateOf(filter, 'r', { queries, tenantOid })
  return found !== undefined && found.length <= LONGEST ? found : undefined
}

async function predicateOf(filter: ResolvedFilter, alias: string, looking: Looking): Promise<string | undefined> {
  switch (filter.kind) {
    case 'comparison':
      return comparisonPredicate(filter)
    case 'not':
      return undefined
    case 'exists':
      return existsPredicate(filter, alias, looking)
    case 'and': {
      const parts = await partsOf(filter.parts, alias, looking)
      const known = parts.filter((part) => part !== undefined)
      return known.length === 0 ? undefined : joined(known, ' && ')
    }
    case 'or': {
      const parts = await partsOf(filter.parts, alias, looking)
      const known = parts.filter((part) => part !== undefined)
      return known.length < parts.length ? undefined : joined(known, ' || ')
    }
  }
}

/** One after the other, as they are of one transaction. */
async function partsOf(filters: readonly ResolvedFilter[], alias: string, looking: Looking): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = []
  for (const filter of filters) found.push(await predicateOf(filter, alias, looking))
  return found
}

const joined = (parts: readonly string[], by: string): string | undefined => (parts.length === 0 ? undefined : `(${parts.join(by)})`)

function comparisonPredicate({ field, operator, values }: ResolvedComparison): string | undefined {
  if ((operator !== '==' && operator !== '=in=') || field.isInstant === true) return undefined
  const { jsonPath } = field
  if (jsonPath === undefined) return undefined
  const literals = values.map(literalsOf)
  return joined(
    literals.flat().map((literal) => `${jsonPath} == ${literal}`),
    ' || ',
  )
}

/** A value as JSON, in each form in which its text is the same. */
function literalsOf(value: string | number | boolean): string[] {
  if (typeof value !== 'string') return [JSON.stringify(value)]
  const isScalar = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(value)
  return [JSON.stringify(value), ...(isScalar ? [value] : [])]
}

async function existsPredicate(exists: ResolvedExists, alias: string, looking: Looking): Promise<string | undefined> {
  const { on, reference, filter } = exists
  if (on === undefined) return predicateOf(filter, exists.alias, looking)
  const targets = reference === undefined ? undefined : await targetsOf(exists, alias, looking)
  if (targets === undefined) return undefined
  // Of no record that there is.
  if (targets.length === 0) return `${reference} == ${JSON.stringify('')}`
  return joined(
    targets.map((oid) => `${reference} == ${JSON.stringify(oid)}`),
    ' || ',
  )
}

/** Identifiers of the records of which a filter holds; undefined if they are many. */
async function targetsOf(
  { alias, from, filter }: ResolvedExists,
  outer: string,
  { queries, tenantOid }: Looking,
): Promise<string[] | undefined> {
  const row = sql.raw(alias)
  const ofTenant = tenantOid === null ? sql`` : sql`${row}.tenant_oid = ${tenantOid} and `
  const { rows } = await sql<{ oid: string }>`select ${row}.oid from ${sql.raw(from(outer))}
    where ${ofTenant}${filterSql(filter, alias, alias)} limit ${MOST_TARGETS + 1}`.execute(queries)
  return rows.length > MOST_TARGETS ? undefined : rows.map(({ oid }) => oid)
}
