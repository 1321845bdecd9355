import { sql, type RawBuilder } from 'kysely'
import { truncated } from '../../../schemas/vocabulary/names.ts'
import type { Queries } from '../../db/database.ts'
import { longColumns } from '../../db/ddl/long-columns.ts'
import { limitedSearchOf } from '../../db/ddl/search-functions.ts'
import { EVERY_PATH, outermost, type Scope } from '../../db/scope.ts'
import { withinScopes } from '../../db/scope-sql.ts'
import { predicates } from '../../domain/entity-sql.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import { subtree, type Caller, type Rights, type TenantNode } from '../../policies/caller.ts'
import { includesSubtenants, type EntityModel } from '../model/entity-model.ts'
import { allOf, anyOf, equalTerm, filterSql, isWholeSearch, searchTerm, type Where } from '../filter/filter-sql.ts'
import { readFilter } from '../filter/read-filter.ts'
import { resolveFilter, selectorOf } from '../filter/resolve-filter.ts'
import type { ResolvedFilter, Selected } from '../filter/resolved-filter.ts'
import { filterReader } from '../filter/filter-reader.ts'
import { orderExpression } from '../model/record-texts.ts'
import type { ListRequest } from '../http/read-query.ts'
import { changeMark } from '../../db/ddl/change-marks.ts'
import { countCache, FOUND, type KnownCounts } from './known-counts.ts'
import { ListLengths, longCounts, type ListLength, type LongFilter, type LongList, longPage } from './long-list.ts'
import { isRanked, rankedPage, rankedRows, shortRange, withinRange, type KeyRange, type RankedPage } from './ranked-list.ts'
import { readTable } from '../records/own-records.ts'
import { isImplicit } from '../../../schemas/rights/record-rights.ts'
import { ruleContext, tenantJson } from '../records/tenant-context.ts'
import { isSelectable, rowColumns, type StoredRow } from '../records/served-record.ts'
import { tabsOf } from './tabs.ts'

/** Result row of the list statement. */
export interface ListRow {
  /** Row counts per tab. During keyset iteration the total, in the first answer only. */
  counts: Record<string, number> | null
  /** The counts are lower bounds. */
  least: boolean
  rows: StoredRow[] | null
  tenants: TenantNode[] | null
  stamp: string | null
  /** The mark of the list's tables (`changeMark`), where counts are remembered by it, and the rows that the table is estimated to have. */
  mark?: string | null
  table_rows?: number
  /** Identifiers of all rows, where they are few and a filter was asked for them (`FOUND`). */
  few?: string[] | null
}

/** Input of the list statement. */
export interface ListParts {
  caller: Caller
  rights: Rights
  request: ListRequest
  /** Read together with the list, for `confirmed`. */
  stampNow?: RawBuilder<string | null> | undefined
  /** Set for long lists. */
  place?: LongPlace | undefined
  /** What an earlier call counted of a long list is out of date. */
  isCountedAnew?: boolean
  /** Counts are remembered by the mark of these tables, which is read together with the list; what is `known` is not counted again. */
  kept?: { tables: readonly string[]; known?: KnownCounts | undefined }
  /** The rows are on several servers. */
  distributed?: boolean
}

/** A page of a long list that precomputed counts locate; otherwise the whole list with its counts, `known` as long as the mark is the same. */
export type LongPlace = { at: RankedPage } | { list: LongList; counts: Record<string, number>; known?: KnownCounts }

type ListStatement = ReturnType<typeof sql<ListRow>>

/** Builds the single statement of a list call. */
export function listStatement(model: EntityModel, parts: ListParts): ListStatement {
  const { request, place } = parts
  if (place !== undefined) return statementOf(model, placedPage(model, place), parts)
  const selection = selectionOf(model, parts)
  if (request.after !== undefined) return statementOf(model, stepOf(model, request, selection), parts)
  const known = parts.kept?.known
  if (known !== undefined && known.few === undefined) return statementOf(model, walkedPage(model, parts, known), parts)
  const where = known?.few === undefined ? selection.where : allOf([sql<boolean>`r.oid = any(${known.few})`, conditionOf(model, parts)])
  return statementOf(model, pageOf(model, request, { ...selection, where }), parts)
}

/** Finds the rows of a long list's page through indexes first, then reads them completely. */
function placedPage(model: EntityModel, place: LongPlace): RawBuilder<unknown> {
  const direction = 'at' in place ? place.at.direction : place.list.direction
  const order = sql.raw(`f.sort_by ${direction}, f.oid ${direction}`)
  const found = 'at' in place ? rankedRows(model, place.at) : longPage(model, place.list, place.counts)
  return sql`${found},
    page as materialized (select ${sql.raw(rowColumns(model, 'r'))} from found f join ${sql.raw(`${model.table} r`)} on r.tenant_oid = f.tenant_oid and r.oid = f.oid order by ${order})`
}

/** The rows of a list and what tells its tabs, by which its counts are remembered. */
export function countedList(model: EntityModel, parts: ListParts): RawBuilder<unknown> {
  return sql`select true${sql.raw(`${tabsOf(model).columns} from ${model.table} r`)} where ${conditionOf(model, parts)}`
}

/** Reads a page in the order of the list, whose counts are known. */
function walkedPage(model: EntityModel, parts: ListParts, known: KnownCounts): RawBuilder<unknown> {
  const { sort, page, size } = parts.request
  const { value, direction } = orderBy(model, sort, selecting(model, parts))
  const order = sql.raw(`f.sort_by ${direction}, f.oid ${direction}`)
  return sql`with found as materialized (select f.* from (select r.tenant_oid, r.oid, ${sql.raw(`${value} as sort_by${tabsOf(model).columns} from ${model.table} r`)}
      where ${conditionOf(model, parts)} order by ${sql.raw(`${value} ${direction}, r.oid ${direction}`)}) f where ${sql.raw(tabWhere(model, parts.request))} limit ${size} offset ${(page - 1) * size}),
    page as materialized (select ${sql.raw(rowColumns(model, 'r'))} from found f join ${sql.raw(`${model.table} r`)} on r.tenant_oid = f.tenant_oid and r.oid = f.oid order by ${order}),
    counts as (select ${JSON.stringify(known.counts)}::json as value, false as least)`
}

/** The condition on rows `r` without the candidates of a search, which an index finds. */
function conditionOf(model: EntityModel, parts: ListParts): Where {
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

function statementOf(model: EntityModel, page: RawBuilder<unknown>, parts: ListParts): ListStatement {
  const { kept, place } = parts
  const tables = kept?.tables ?? (place !== undefined && 'known' in place ? [model.storage] : undefined)
  const rows = sql`(select reltuples::float8 from pg_class where oid = ${model.name === 'tenant' ? 'tenant' : model.table}::regclass)`
  const isSought = kept !== undefined && kept.known === undefined && parts.request.filter !== undefined
  const few = sql`, case when ${rows} >= ${sql.lit(FOUND.inRows)} and (select count(*) from found) <= ${sql.lit(FOUND.most)} then (select json_agg(f.oid) from found f) end as few`
  const marked = tables === undefined ? sql`` : sql`, ${changeMark(tables)} as mark, ${rows} as table_rows${isSought ? few : sql``}`
  return sql<ListRow>`${page}
    select counts.value as counts, counts.least, (select json_agg(page) from page) as rows,
      (select json_agg(${sql.raw(tenantJson('t'))}) from tenant t where t.oid in (select tenant_oid from page)) as tenants,
      ${parts.stampNow ?? sql`null`} as stamp${marked} from counts`
}

export interface Selection {
  where: Where
  /** Condition over the columns of `Tabs`. */
  tab: string
  /** Resolves a sort field that the caller may read. */
  select: (name: string) => Selected
}

/** Which rows a list has, and how its fields are selected. */
export function selectionOf(model: EntityModel, parts: ListParts): Selection {
  const { caller, request } = parts
  const filter = filterOf(model, parts)
  const where = allOf([tenantWhere(model, request.tenant, caller), ...narrowing(model, parts, filter), ...predicateWhere(model, request)])
  return { where, tab: tabWhere(model, request), select: selecting(model, parts) }
}

function tabWhere(model: EntityModel, { condition }: ListRequest): string {
  const { where, names } = tabsOf(model)
  const tab = where(condition)
  if (tab === undefined) throw new HttpProblem(400, `Unknown condition '${truncated(condition ?? '')}'; known are ${names.join(', ')}.`)
  return tab
}

function selecting(model: EntityModel, { caller, rights, request }: ListParts): Selection['select'] {
  const context = ruleContext(request.tenant, { user: caller.oid, rights, resource: model.meta.resource })
  return (name) => selectorOf(name, model, (field) => isSelectable(field, context))
}

/** Finds matching rows once, with only the columns that order and tabs need, then reads the page's rows completely. */
function pageOf(model: EntityModel, { sort, page, size }: ListRequest, { where, tab, select }: Selection): RawBuilder<unknown> {
  const tabs = tabsOf(model)
  const { value, direction } = orderBy(model, sort, select)
  const order = `f.sort_by ${direction}, f.oid ${direction}`
  const paged = sql`(select f.* from found f where ${sql.raw(`${tab} order by ${order}`)} limit ${size} offset ${(page - 1) * size})`
  // Computed rows need no lookup: a join would compare each of them with each row of the page.
  const rows = isImplicit(model.meta)
    ? sql`${readTable(model, sql`(select p.oid from ${paged} p)`)} r order by ${sql.raw(`${value} ${direction}, r.oid ${direction}`)}`
    : sql`${paged} f join ${sql.raw(model.table)} r on r.tenant_oid = f.tenant_oid and r.oid = f.oid order by ${sql.raw(order)}`
  return sql`with found as materialized (select r.tenant_oid, r.oid, ${sql.raw(`${value} as sort_by${tabs.columns} from `)}${readTable(model)} r where ${where}),
    page as materialized (select ${sql.raw(rowColumns(model, 'r'))} from ${rows}),
    counts as (select c.value, false as least from (${sql.raw(tabs.counts('found'))}) c)`
}

/** Keyset iteration: the cost depends on the size of a step only, and concurrent inserts and deletes shift nothing. */
function stepOf(
  model: EntityModel,
  { sort, size, after = '' }: ListRequest,
  { where, tab }: Omit<Selection, 'select'>,
): RawBuilder<unknown> {
  if (sort !== undefined) throw new HttpProblem(400, `A walk ('after') goes in the order of identifiers; leave out 'sort'.`)
  const rows = sql`(select r.*${sql.raw(`${tabsOf(model).columns} from `)}${readTable(model)} r where ${where}) r where ${sql.raw(tab)}`
  const counts = after === '' ? sql`(select json_build_object('all', count(*)) from ${rows})` : sql`null::json`
  return sql`with page as materialized (select ${sql.raw(rowColumns(model, 'r'))} from ${rows} and r.oid > ${after} order by r.oid limit ${size}),
    counts as (select ${counts} as value, false as least)`
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

/** Search candidates and the filter itself. In a ranked list, a term of one or two letters selects a key range. */
function narrowing(model: EntityModel, parts: ListParts, filter: ResolvedFilter | undefined): Where[] {
  const range = shortRange(model, filter)
  if (range !== undefined) return [withinRange(model, range)]
  return [...searchWhere(model, parts, filter), ...(filter === undefined ? [] : [filterSql(filter, 'r')])]
}

const lengths = new WeakMap<EntityModel, ListLengths>()

/** Per model, because a process normally has one database, and with several the choice of strategy changes no result. */
function lengthsOf(model: EntityModel): ListLengths {
  const known = lengths.get(model) ?? new ListLengths()
  lengths.set(model, known)
  return known
}

/** Finds the page of a long list; undefined for other lists and for calls that are answered like those. */
export async function placeOf(queries: Queries, model: EntityModel, parts: ListParts): Promise<LongPlace | undefined> {
  const { request } = parts
  if (model.meta.ranked === undefined) return undefined
  const filter = filterOf(model, parts)
  const range = shortRange(model, filter)
  const at = isRanked(model, request, range) ? rankedPage(model, request, range) : undefined
  if (at !== undefined) return { at }
  const list = longListOf(model, parts, longFilterOf(filter, range, model))
  if (list === undefined) return undefined
  const recently = list.filter && lengthsOf(model).of(list.tenant.oid, performance.now())
  if (recently !== undefined) return { list: { ...list, length: recently }, counts: {} }
  const key = `${list.tenant.oid} ${JSON.stringify(parts.caller.scopes())}`
  const known = (parts.isCountedAnew ? undefined : countCache(model).of(key)) ?? (await counted(queries, model, { key, list }))
  return { list: { ...list, length: lengthOf(known) }, counts: known.counts, known }
}

async function counted(
  queries: Queries,
  model: EntityModel,
  { key, list: { tenant } }: { key: string; list: Pick<LongList, 'tenant'> },
): Promise<KnownCounts> {
  const counts = await longCounts(queries, model, tenant)
  countCache(model).remember(key, counts)
  lengthsOf(model).remember(tenant.oid, lengthOf(counts), performance.now())
  return counts
}

const lengthOf = ({ counts, tenants = 0, tableRows }: KnownCounts): ListLength => ({ rows: counts['all'] ?? 0, tenants, tableRows })

function longListOf(model: EntityModel, parts: ListParts, filter: LongFilter | undefined): Omit<LongList, 'length'> | undefined {
  const { tenant, sort, page, size, predicate, after } = parts.request
  const by = sort ?? model.schema['x-sort'][0] ?? ''
  const column = longColumns(model).order.get(by.replace(/^[-+]/, ''))
  if (tenant === 'all' || column === undefined || predicate !== undefined || after !== undefined) return undefined
  const { direction } = orderBy(model, sort, selecting(model, parts))
  return { tenant, tab: tabWhere(model, parts.request), column, direction, page, size, filter }
}

function longFilterOf(filter: ResolvedFilter | undefined, range: KeyRange | undefined, model: EntityModel): LongFilter | undefined {
  if (filter === undefined) return undefined
  if (range !== undefined) return { decides: withinRange(model, range), isTerm: false }
  return {
    decides: filterSql(filter, 'r'),
    term: searchTerm(filter) ?? equalTerm(filter),
    isTerm: isWholeSearch(filter, model.schema['x-search']),
  }
}

function filterOf(model: EntityModel, { caller, rights, request }: ListParts): ResolvedFilter | undefined {
  if (request.filter === undefined || request.filter === '') return undefined
  const { tenant, clock } = request
  return resolveFilter(request.presentFilter ?? readFilter(request.filter), filterReader(model, { caller, rights, tenant }), clock)
}

/** Search candidates from the trigram index (`searchFunction`); the filter itself still decides. */
function searchWhere(
  model: EntityModel,
  { request: { tenant }, distributed = false }: ListParts,
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

/** Free text sorts ignoring case and diacritics; the oid breaks ties, so that pages never overlap. */
function orderBy(
  model: EntityModel,
  sort: string | undefined,
  select: (name: string) => Selected,
): { value: string; direction: 'asc' | 'desc' } {
  const by = sort ?? model.schema['x-sort'][0] ?? 'oid'
  const name = by.replace(/^[-+]/, '')
  const selected = select(name)
  if (selected.type === 'json') throw new HttpProblem(400, `Lists cannot be ordered by '${name}'.`)
  return { value: orderExpression(model, selected, 'r'), direction: by.startsWith('-') ? 'desc' : 'asc' }
}
