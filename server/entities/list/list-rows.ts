import { sql, type RawBuilder } from 'kysely'
import { truncated } from '../../../schemas/vocabulary/names.ts'
import { findColumn, keysOf } from '../../db/ddl/find-columns.ts'
import { limitedSearchOf } from '../../db/ddl/search-functions.ts'
import { RECORD_COLUMNS } from '../../db/distribution/copy-records.ts'
import { EVERY_PATH, outermost, type Scope } from '../../db/scope.ts'
import { withinScopes } from '../../db/scope-sql.ts'
import { keyColumn, predicates } from '../../domain/entity-sql.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import { subtree, type Caller, type Rights, type TenantNode } from '../../policies/caller.ts'
import { filterReader } from '../filter/filter-reader.ts'
import { allOf, anyOf, filterSql, searchTerm, type Where } from '../filter/filter-sql.ts'
import { readFilter } from '../filter/read-filter.ts'
import { resolveFilter } from '../filter/resolve-filter.ts'
import type { ResolvedFilter } from '../filter/resolved-filter.ts'
import type { ListRequest } from '../http/read-query.ts'
import { includesSubtenants, type EntityModel } from '../model/entity-model.ts'
import { readTable } from '../records/own-records.ts'
import { shortRange, withinRange } from './ranked-list.ts'

/** What decides which rows a list has. */
export interface ListRowsParts {
  caller: Caller
  rights: Rights
  request: ListRequest
  /** The rows are on several servers. */
  distributed?: boolean
  /** What is remembered of the list; only long lists have it. */
  kept?: object
}

/** The rows of a list: a relation, to be called `r`, and the condition on its rows. */
export interface SelectedRows {
  from: RawBuilder<unknown>
  where: Where
}

/** The rows of a list, whose search candidates an index finds. In a ranked list, a term of one or two letters selects a key range. */
export function selectedRows(model: EntityModel, parts: ListRowsParts): SelectedRows {
  const { caller, request } = parts
  const filter = filterOf(model, parts)
  const range = shortRange(model, filter)
  const found = range === undefined ? searchWhere(model, parts, filter) : [withinRange(model, range)]
  const near = [tenantWhere(model, request.tenant, caller), ...found, ...predicateWhere(model, request)]
  if (filter === undefined || range !== undefined) return { from: readTable(model), where: allOf(near) }
  const own = filter.kind === 'and' ? filter.parts : [filter]
  const [inside, outside] = [own.filter((part) => readsOf(part) === 0), own.filter((part) => readsOf(part) > 0)]
  const isWorth = outside.reduce((sum, part) => sum + readsOf(part), 0) > 1
  if (!isWorth || parts.kept === undefined || model.meta.scope !== 'overlay')
    return { from: readTable(model), where: allOf([...near, filterSql(filter, 'r')]) }
  const first = allOf([...near, ...inside.map((part) => filterSql(part, 'r'))])
  return { from: unpacked(model, first), where: allOf(outside.map((part) => filterSql(part, 'r'))) }
}

/** How often a filter takes a value out of a row's JSON; a condition that goes to other rows counts as several. */
function readsOf(filter: ResolvedFilter): number {
  switch (filter.kind) {
    case 'comparison':
      return filter.field.sql('r').split('r.data').length - 1
    case 'exists':
      return 2
    case 'not':
      return readsOf(filter.filter)
    case 'and':
    case 'or':
      return filter.parts.reduce((sum, part) => sum + readsOf(part), 0)
  }
}

/** How many rows of a list are looked at from its beginning, so that the first that a filter finds are there within some 100 ms. */
export const LOOKED = 10_000

/** Whether a tenant has more records than that; an index alone tells, as row-level security asks for the path of a row only. */
export function isLong(model: EntityModel, { path }: TenantNode): Where {
  const records = sql`select from ${sql.raw(model.table)} r where r.tenant_path = ${path} order by r.tenant_path, r.oid limit ${sql.lit(LOOKED + 1)}`
  return sql<boolean>`(select count(*) from (${records}) l) > ${sql.lit(LOOKED)}`
}

/** The first rows of a tenant's list in its order, and the filter on them. No rows where the list is not long: it is soon counted. */
export function startOfList(
  model: EntityModel,
  parts: ListRowsParts,
  { tenant, order }: { tenant: TenantNode; order: RawBuilder<unknown> },
): SelectedRows {
  const filter = filterOf(model, parts)
  const near = allOf([tenantWhere(model, tenant, parts.caller), ...predicateWhere(model, parts.request)])
  return {
    from: unpacked(model, near, sql`order by ${order} limit ${sql.lit(LOOKED)}`),
    where: allOf([isLong(model, tenant), ...(filter === undefined ? [] : [filterSql(filter, 'r')])]),
  }
}

/** Whether an index finds what a filter asks for, as it does what lists search. */
export function isSearch(model: EntityModel, parts: ListRowsParts): boolean {
  const filter = filterOf(model, parts)
  return filter !== undefined && searchTerm(filter) !== undefined
}

/** Rows with their JSON decompressed once: PostgreSQL would do so for each value that is taken out of it. */
function unpacked(model: EntityModel, where: Where, ending = sql`offset 0`): RawBuilder<unknown> {
  const own = [...keysOf(model).map(keyColumn), ...[findColumn(model) ?? []].flat().map(({ name }) => name)]
  const columns = RECORD_COLUMNS.split(', ').map((name) => (name === 'data' ? `r.data || '{}'::jsonb as data` : `r.${name}`))
  return sql`(select ${sql.raw([...columns, ...own.map((name) => `r.${name}`)].join(', '))} from ${sql.raw(model.table)} r where ${where} ${ending})`
}

/** The condition on rows `r` without the candidates of a search, which an index finds. */
export function conditionOf(model: EntityModel, parts: ListRowsParts): Where {
  const { caller, request } = parts
  const filter = filterOf(model, parts)
  return allOf([
    tenantWhere(model, request.tenant, caller),
    ...(filter === undefined ? [] : [...textWhere(model, filter), filterSql(filter, 'r')]),
    ...predicateWhere(model, request),
  ])
}

/** One look at the search text of a row that is walked over, before its fields are taken out of JSON one by one. */
function textWhere(model: EntityModel, filter: ResolvedFilter): Where[] {
  const term = searchTerm(filter)
  if (term === undefined || !isKeptByTenants(model) || isFoundByTenant(model)) return []
  return [sql<boolean>`r.search_text ilike ${term}`]
}

/** First layer of isolation: restricts rows to the context, independently of row-level security. */
function tenantWhere(model: EntityModel, tenant: TenantNode | 'all', caller: Caller): Where {
  if (tenant === 'all') return rangesWhere(model, readableScopes(model, caller))
  if (includesSubtenants(model.meta, tenant)) return rangesWhere(model, [subtree(tenant.path)])
  return sql<boolean>`r.tenant_oid = ${tenant.oid}`
}

/** Scopes in which the caller may read this entity. */
export function readableScopes(model: EntityModel, caller: Caller): Scope[] {
  const held = caller.memberships.map(({ tenant }) => tenant).filter((tenant) => caller.rightsOn(tenant).has(model.meta.resource, 'read'))
  return outermost(held.map(({ path }) => subtree(path)))
}

/** Restricts rows to path ranges. A tenant's record belongs to its parent, so the top of a range is excluded. */
function rangesWhere(model: EntityModel, ranges: readonly Scope[]): Where {
  return withinScopes('r.tenant_path', ranges, { below: model.meta.isTenant === true })
}

/** The filter of a request, and for whom it was resolved: several parts of one statement ask for it. */
interface Resolved extends Pick<ListRowsParts, 'caller' | 'rights'> {
  model: EntityModel
  filter: ResolvedFilter
}

const resolved = new WeakMap<ListRequest, Resolved>()

/** The filter of a list as its reader may ask for it; undefined if there is none. */
export function filterOf(model: EntityModel, { caller, rights, request }: ListRowsParts): ResolvedFilter | undefined {
  if (request.filter === undefined || request.filter === '') return undefined
  const known = resolved.get(request)
  if (known?.model === model && known.caller === caller && known.rights === rights) return known.filter
  const { tenant, clock } = request
  const filter = resolveFilter(request.presentFilter ?? readFilter(request.filter), filterReader(model, { caller, rights, tenant }), clock)
  resolved.set(request, { model, caller, rights, filter })
  return filter
}

/** Search candidates from the trigram index (`searchFunction`); the filter itself still decides. */
function searchWhere(
  model: EntityModel,
  { request: { tenant }, distributed = false }: ListRowsParts,
  filter: ResolvedFilter | undefined,
): Where[] {
  const term = filter && searchTerm(filter)
  if (term === undefined) return []
  if (distributed) return distributedSearch(model, tenant, term)
  if (!isKeptByTenants(model)) {
    const within = tenant === 'all' || includesSubtenants(model.meta, tenant) ? null : tenant.oid
    return [sql<boolean>`r.oid = any(array(select ${sql.raw(model.search)}(${term}, ${within})))`]
  }
  const { from, to } = tenant === 'all' ? EVERY_PATH : subtree(tenant.path)
  const found = sql`select ${sql.raw(limitedSearchOf(model.search))}(${term}, ${from}, ${to}, null)`
  if (!isFoundByTenant(model)) return [sql<boolean>`r.ctid = any(array(${found}))`]
  // A single list of places: with an `or` of two conditions, PostgreSQL would scan the whole path range.
  const ofTenants = sql`select o.ctid from ${sql.raw(model.table)} o where o.tenant_oid = any(array(select entity.tenant_search(${term}, null)))`
  return [sql<boolean>`r.ctid = any(array(${found} union all ${ofTenants}))`]
}

/** The rows of one tenant are read one by one; candidates of several are found by their identifiers, as other servers know no places. */
function distributedSearch(model: EntityModel, tenant: TenantNode | 'all', term: string): Where[] {
  if (tenant !== 'all' && !includesSubtenants(model.meta, tenant)) return []
  if (!isKeptByTenants(model)) return [sql<boolean>`r.oid in (select x from ${sql.raw(model.search)}(${term}, null) as x)`]
  const { from, to } = tenant === 'all' ? EVERY_PATH : subtree(tenant.path)
  const found = sql<boolean>`r.oid in (select x from ${sql.raw(limitedSearchOf(model.search))}(${term}, ${from}, ${to}, null) as x)`
  if (!isFoundByTenant(model)) return [found]
  return [anyOf([found, sql<boolean>`r.tenant_oid in (select x from entity.tenant_search(${term}, null) as x)`])]
}

/** Whether the rows are in a table of their own that lists read across tenants; `limitedSearchOf` finds their places in it. */
function isKeptByTenants({ meta }: EntityModel): boolean {
  return meta.scope === 'tenant' && (meta.readOnly !== true || meta.writtenByCommands === true)
}

/** Whether the search also covers the name of the record's tenant. */
function isFoundByTenant({ schema, derivedFromTenant }: EntityModel): boolean {
  return derivedFromTenant.some(({ name, from }) => from === 'name' && schema['x-search'].includes(name))
}

function predicateWhere({ name }: EntityModel, { predicate }: ListRequest): Where[] {
  if (predicate === undefined) return []
  const known = predicates[name] ?? {}
  const condition = Object.hasOwn(known, predicate) ? known[predicate] : undefined
  if (condition === undefined)
    throw new HttpProblem(
      400,
      `Unknown filterPredicateRef '${truncated(predicate)}'; known are: ${Object.keys(known).join(', ') || 'none'}.`,
    )
  return [sql<boolean>`${sql.raw(condition)}`]
}
