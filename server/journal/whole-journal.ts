import { sql, type RawBuilder } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { isDistributed } from '../db/distribution/connections.ts'
import { withinScopes } from '../db/scope-sql.ts'
import { allOf, anyOf, type Where } from '../entities/filter/filter-sql.ts'
import type { Catalogue, EntityModel } from '../entities/model/entity-model.ts'
import { subtree, type Caller, type TenantNode } from '../policies/caller.ts'
import { archiveEnd } from './archive/archived.ts'
import {
  findEntries,
  following,
  inOrder,
  journalWhere,
  nodeSql,
  reachOf,
  servedEntry,
  type FoundEntry,
  type JournalPage,
  type Reach,
} from './read-entries.ts'
import { stagesOf, usual } from './merged-keys.ts'

/** What is asked of the journal of several entities. */
export interface WholeRequest {
  tenant: TenantNode | 'all'
  /** The entities whose journals the caller may read here. */
  models: readonly EntityModel[]
  where: readonly Where[]
  limit: number
  order: 'asc' | 'desc'
  /** Id of the entry after which the page begins. */
  after?: string | undefined
}

/** Entities that are read alike. */
interface Group {
  themes: readonly string[]
  /** Isolation of their entries. */
  where: Where
}

/**
 * Up to so many pairs of a tenant and a theme, the newest entries of each are read and merged: each is a look at the index. Of more,
 * entries are read by time.
 */
const MERGED_PAIRS = 8_000

/** Reads a page of the journal over several entities of a tenant, and of those below it where their own journals do. */
export async function wholeJournal(
  database: Database,
  { catalogue, caller }: { catalogue: Catalogue; caller: Caller },
  request: WholeRequest,
): Promise<JournalPage> {
  const readable = anyOf(groupsOf(request, caller).map(({ where }) => where))
  const [found, archivedBefore] = await database.withScope(caller.scopes(), (queries) =>
    Promise.all([findInWhole(queries, caller, request), archiveEnd(queries, readable)]),
  )
  const entries = found.map((entry) => servedEntry({ catalogue, caller, at: request.tenant }, entry))
  return { entries, ...(archivedBefore !== undefined && { archivedBefore }) }
}

/** The entries themselves, as they are stored. */
export async function findInWhole(queries: Queries, caller: Caller, request: WholeRequest): Promise<FoundEntry[]> {
  const { tenant, models, order, limit, after } = request
  const groups = groupsOf(request, caller)
  const within = reachOfAll(tenant, models)
  const rest = [...request.where, ...(after === undefined ? [] : [following(after, { order, within })])]
  // Each server walks along the journals of its own tenants.
  const isSpread = within === 'subtree' && isDistributed(queries)
  if (tenant === 'all' || within === 'many' || isSpread) {
    const readable = anyOf(groups.map(({ themes, where }) => allOf([sql<boolean>`j.theme = any(${themes}::text[])`, where])))
    const range = tenant === 'all' ? undefined : subtree(tenant.path)
    return findEntries(queries, { where: [readable, ...rest], limit, order, within: isSpread ? within : 'many', range })
  }
  const themesOf = (reach: Reach): string[] => models.filter(({ meta }) => reachOf(tenant, meta) === reach).map(({ meta }) => meta.theme)
  const statement = walk({ tenant, own: themesOf('tenant'), below: themesOf('subtree'), rest, limit, order })
  return (await inOrder(queries, statement)).rows
}

const reachOfAll = (tenant: TenantNode | 'all', models: readonly EntityModel[]): Reach => {
  const reaches = models.map(({ meta }) => reachOf(tenant, meta))
  return (['many', 'subtree'] as const).find((reach) => reaches.includes(reach)) ?? 'tenant'
}

/** In the context 'all', memberships decide by resource which tenants are read. */
function groupsOf({ tenant, models }: Pick<WholeRequest, 'tenant' | 'models'>, caller: Caller): Group[] {
  const groups = new Map<string, EntityModel[]>()
  for (const model of models) {
    const key = tenant === 'all' ? model.meta.resource : reachOf(tenant, model.meta)
    groups.set(key, [...(groups.get(key) ?? []), model])
  }
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike
    return first === undefined ? [] : [{ themes: alike.map(({ meta }) => meta.theme), where: journalWhere(tenant, caller, first) }]
  })
}

interface Walk extends Pick<WholeRequest, 'limit' | 'order'> {
  tenant: TenantNode
  /** Themes read in the tenant itself. */
  own: readonly string[]
  /** Themes read in the tenant and in those below it. */
  below: readonly string[]
  rest: readonly Where[]
}

/**
 * The newest entries of each theme, and of each tenant below, along the index `journal_theme`; merged. A single walk along the journal of a
 * tenant would pass over all that the caller may not read.
 */
function walk({ tenant, own, below, rest, limit, order }: Walk): RawBuilder<FoundEntry> {
  const columns = sql.raw('j.tenant_oid, j.seq, j.created_at')
  const page = usual(limit)
  const bySeq = sql.raw(`j.seq ${order}`)
  const byTime = (alias: string): RawBuilder<unknown> => sql.raw(`${alias}.created_at ${order}, ${alias}.tenant_oid, ${alias}.seq ${order}`)
  const { from, to } = subtree(tenant.path)
  const inSubtree = withinScopes('j.tenant_path', [{ from, to }])
  const newest = (tenantOid: RawBuilder<unknown>, more: readonly Where[]): RawBuilder<unknown> =>
    sql`cross join lateral (select ${columns} from journal j where j.tenant_oid = ${tenantOid} and j.theme = p.theme
      and ${allOf([...more, ...rest])} order by ${bySeq} limit ${page}) x`
  const ofTenant = sql`select x.* from unnest(${own}::text[]) p(theme) ${newest(sql`${tenant.oid}`, [])}`
  const rows = (by: RawBuilder<unknown>): RawBuilder<FoundEntry> =>
    sql<FoundEntry>`select j.entry, ${nodeSql} from keys k join journal j
      on j.tenant_oid = k.tenant_oid and j.seq = k.seq and j.created_at = k.created_at order by ${by}`
  if (below.length === 0)
    return sql`with keys as materialized (${ofTenant} order by x.seq ${sql.raw(order)} limit ${page}) ${rows(sql.raw(`k.seq ${order}`))}`
  const ofEach = (when: Where): RawBuilder<unknown> =>
    sql`select x.* from heads h cross join unnest(${below}::text[]) p(theme) ${newest(sql`h.tenant_oid`, [inSubtree, when])} where (select few from size)`
  const [first, others] = stagesOf(order)
  const few = sql.lit(Math.max(1, Math.floor(MERGED_PAIRS / below.length)))
  return sql`with heads as materialized (select h.tenant_oid from journal_head h where h.tenant_path >= ${from} and h.tenant_path < ${to} limit ${few} + 1),
    size as materialized (select count(*) <= ${few} as few from heads),
    first as materialized (${ofEach(first)}),
    keys as materialized (select f.* from (
      select * from first
      union all (${ofEach(others)} and (select count(*) from first) < ${page})
      union all (${ofTenant})
      union all (select ${columns} from journal j where (select not few from size) and j.theme = any(${below}::text[])
        and ${allOf([inSubtree, ...rest])} order by ${byTime('j')} limit ${page})
    ) f order by ${byTime('f')} limit ${page}) ${rows(byTime('k'))}`
}
