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
  /** The resource of which the person may add records there; absent: any tenant. */
  creates?: string
}

/** Tenants of a page; `size` + 1 if there are more. */
interface FoundTenants {
  tenants: TenantHit[]
  /** Others may match: rights are known once a tenant is read, and only so many are read for them. */
  isCut: boolean
}

/** Tenants that are read to find those of a right, and how many at once. */
const rightSearch = { most: 1000, atOnce: 100 }

/** Finds the caller's tenants, by name. */
export async function searchTenants(queries: Queries, caller: KnownCaller, query: TenantQuery): Promise<FoundTenants> {
  if (caller.scopes().length === 0) return { tenants: [], isCut: false }
  const { creates } = query
  const find = findIn(queries, caller, query.name)
  const { page, size } = query
  const found =
    creates === undefined
      ? { nodes: await find(size + 1, page * size), isCut: false }
      : await findWhere(find, (node) => caller.rightsOn(node).can(creates)['create'] === true, query)
  const ancestors = await ancestorsOf(queries, found.nodes)
  const tenants = found.nodes.map((node) => ({
    oid: node.oid,
    name: node.name,
    parentOid: node.parentOid,
    type: node.type,
    roles: caller.rolesOn(node),
    ancestors: ancestors(node).map(({ oid, name: above }) => ({ oid, name: above })),
  }))
  return { tenants, isCut: found.isCut }
}

type Find = (count: number, offset: number) => Promise<TenantNode[]>

function findIn(queries: Queries, caller: KnownCaller, name: string | undefined): Find {
  const patterns = name === undefined ? [] : patternsOf(name)
  return async (count, offset) => {
    // The function finds the page; this query checks access again.
    const { rows } = await sql<{ node: TenantNode }>`select ${sql.raw(tenantJson('t'))} as node
      from entity.search_tenants(${patterns}::text[], ${count}, ${offset}) as found(oid) join tenant t on t.oid = found.oid
      where ${withinScopes('t.path', caller.scopes())} order by t.order_key collate "C", t.oid`.execute(queries)
    return rows.map(({ node }) => node)
  }
}

async function findWhere(
  find: Find,
  isWanted: (node: TenantNode) => boolean,
  { page, size }: Pick<TenantQuery, 'page' | 'size'>,
): Promise<{ nodes: TenantNode[]; isCut: boolean }> {
  const { most, atOnce } = rightSearch
  const end = (page + 1) * size + 1
  const nodes: TenantNode[] = []
  let isCut = true
  for (let offset = 0; offset < most && isCut && nodes.length < end; offset += atOnce) {
    const read = await find(atOnce, offset)
    nodes.push(...read.filter(isWanted))
    isCut = read.length === atOnce
  }
  return { nodes: nodes.slice(page * size, end), isCut: isCut && nodes.length < end }
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
