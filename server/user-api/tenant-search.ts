import { sql } from 'kysely'
import type { TenantHit } from '../../schemas/tenancy.ts'
import type { Queries } from '../db/database.ts'
import { withinScopes } from '../db/scope-sql.ts'
import { readFilter } from '../entities/filter/read-filter.ts'
import { patternsOf } from '../../schemas/filter/pattern.ts'
import { tenantJson } from '../entities/records/tenant-context.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { TenantNode } from '../policies/caller.ts'
import type { KnownCaller } from '../policies/create-caller.ts'
import { ancestorsOf } from './ancestors.ts'

/** Query of the tenant picker; `page` counts from 0 (DECISIONS section 2). */
export interface TenantQuery {
  page: number
  size: number
  /** A pattern of `=ilike=`; absent: every tenant. */
  name?: string
}

/** Finds the caller's tenants, by name; returns `size` + 1 rows if there are more. */
export async function searchTenants(queries: Queries, caller: KnownCaller, { page, size, name }: TenantQuery): Promise<TenantHit[]> {
  const ranges = caller.scopes()
  if (ranges.length === 0) return []
  const patterns = name === undefined ? [] : patternsOf(name)
  // The function finds the page; this query checks access again.
  const { rows } = await sql<{ node: TenantNode }>`select ${sql.raw(tenantJson('t'))} as node
    from entity.search_tenants(${patterns}::text[], ${size + 1}, ${page * size}) as found(oid) join tenant t on t.oid = found.oid
    where ${withinScopes('t.path', ranges)} order by t.order_key collate "C", t.oid`.execute(queries)
  const nodes = rows.map(({ node }) => node)
  const ancestors = await ancestorsOf(queries, nodes)
  return nodes.map((node) => ({
    oid: node.oid,
    name: node.name,
    parentOid: node.parentOid,
    type: node.type,
    roles: caller.rolesOn(node),
    ancestors: ancestors(node).map(({ oid, name: above }) => ({ oid, name: above })),
  }))
}

/** Parses `name=ilike=...`, the picker's only filter; throws a 400 for anything else. */
export function namePattern(filter: string | undefined): string | undefined {
  if (filter === undefined || filter === '') return undefined
  const parsed = readFilter(filter)
  if (parsed.kind !== 'comparison' || parsed.selector !== 'name' || parsed.operator !== '=ilike=') {
    throw new HttpProblem(400, 'Tenants are searched by name only: filter=name=ilike="%text%".')
  }
  return parsed.values[0]
}
