import { sql, type RawBuilder } from 'kysely'
import { truncated } from '../../../schemas/vocabulary/names.ts'
import type { Queries } from '../../db/database.ts'
import { longColumns } from '../../db/ddl/long-columns.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import { type TenantNode } from '../../policies/caller.ts'
import { isOfOneTenant, type Catalogue, type EntityModel } from '../model/entity-model.ts'
import { allOf, equalTerm, filterSql, isWholeSearch, searchTerm } from '../filter/filter-sql.ts'
import { selectorOf } from '../filter/resolve-filter.ts'
import type { ResolvedFilter, Selected } from '../filter/resolved-filter.ts'
import { fieldAt } from '../model/field-at.ts'
import { orderExpression } from '../model/record-texts.ts'
import type { ListRequest } from '../http/read-query.ts'
import { changeMark, isMarked, SHARED } from '../../db/ddl/change-marks.ts'
import { markedTables } from '../../db/ddl/marked-tables.ts'
import { countCache, FOUND, isLongList, type KnownCounts } from './known-counts.ts'
import { ListLengths, longCounts, type ListLength, type LongFilter, type LongList, longPage } from './long-list.ts'
import { placeInBuckets, rememberBuckets } from './buckets.ts'
import { isRanked, rankedPage, rankedRows, shortRange, withinRange, type KeyRange, type RankedPage } from './ranked-list.ts'
import { readTable } from '../records/own-records.ts'
import { isImplicit } from '../../../schemas/rights/record-rights.ts'
import { ruleContext, tenantJson } from '../records/tenant-context.ts'
import { isSelectable, rowColumns, type StoredRow } from '../records/served-record.ts'
import { conditionOf, filterOf, isSearch, LOOKED, type ListRowsParts, selectedRows, type SelectedRows, startOfList } from './list-rows.ts'
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
  /** The mark of the list's tables (`changeMark`), where counts are remembered by it. */
  mark?: string | null
  /** The rows that the table is estimated to have, if changes of it are marked. */
  table_rows?: number
  /** Identifiers of the first rows, where a filter was asked for them (`FOUND`). */
  first?: string[] | null
  /** The counts are lower bounds because nobody has counted yet. */
  isUncounted?: true
}

/** Input of the list statement. */
export interface ListParts extends ListRowsParts {
  /** Read together with the list, for `confirmed`. */
  stampNow?: RawBuilder<string | null> | undefined
  /** Set for long lists. */
  place?: LongPlace | undefined
  /** What an earlier call counted of a long list is out of date. */
  isCountedAnew?: boolean
  /** Counts are remembered by the mark of these tables, which is read together with the list; what is `known` is not counted again. */
  kept?: { tables: readonly string[]; known?: KnownCounts | undefined; order?: string | undefined }
  /** Identifiers among which all rows are. */
  candidates?: readonly string[] | undefined
  /** Nothing is counted: the page is to be found among the first rows of this tenant's list (`boundedIn`). */
  boundedIn?: TenantNode
}

/**
 * A page of a long list that precomputed counts locate; otherwise the whole list with its counts, `known` as long as the mark is the same. `isWalked`:
 * the page is near the start of an order that an index has.
 */
export type LongPlace = RankedPlace | { list: LongList; counts: Record<string, number>; known?: KnownCounts; isWalked?: true }

interface RankedPlace {
  at: RankedPage
  /** The name under which its counts are remembered. */
  key: string
  /** The mark of the table when they were. */
  countedAt?: string | null
}

type ListStatement = ReturnType<typeof sql<ListRow>>

/** Builds the single statement of a list call. */
export function listStatement(model: EntityModel, parts: ListParts): ListStatement {
  const { request, place } = parts
  if (place !== undefined) return statementOf(model, placedPage(model, place), parts)
  if (parts.boundedIn !== undefined) return statementOf(model, boundedPage(model, { ...parts, tenant: parts.boundedIn }), parts)
  const known = parts.kept?.known
  if (known !== undefined && known.first === undefined) return statementOf(model, walkedPage(model, parts, known), parts)
  if (known !== undefined && isInOrder(parts)) return statementOf(model, knownPage(model, parts, known), parts)
  const selection = selectionOf(model, parts)
  if (request.after !== undefined) return statementOf(model, stepOf(model, request, selection), parts)
  const few = known?.first ?? parts.candidates
  if (few === undefined) return statementOf(model, pageOf(model, request, selection), parts)
  const where = allOf([sql<boolean>`r.oid = any(${few})`, conditionOf(model, parts)])
  return statementOf(model, pageOf(model, request, { ...selection, from: readTable(model), where }), parts)
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

/** The name of a list's order, which stays as it is while the list's tables do; undefined for orders that other tables decide, too. */
export function orderOf(model: EntityModel, parts: ListParts, catalogue: Catalogue): string | undefined {
  const { value } = orderBy(model, parts.request.sort, selecting(model, parts))
  return markedTables(value, catalogue, '')?.length === 0 ? (parts.request.sort ?? '') : undefined
}

/** Whether the rows of a list are remembered in the order in which they are asked for. */
function isInOrder({ kept, request: { condition = 'all' } }: ListParts): boolean {
  return kept?.order !== undefined && kept.known?.order === kept.order && condition === 'all'
}

/** Reads a page of which is known which rows it has, and how many there are in all. */
function knownPage(model: EntityModel, parts: ListParts, { first = [], counts }: KnownCounts): RawBuilder<unknown> {
  const { sort, page, size } = parts.request
  const { value, direction } = orderBy(model, sort, selecting(model, parts))
  const rows = sql<boolean>`r.oid = any(${first.slice((page - 1) * size, page * size)})`
  return sql`with page as materialized (select ${sql.raw(rowColumns(model, 'r'))} from ${readTable(model)} r
      where ${allOf([rows, conditionOf(model, parts)])} order by ${sql.raw(`${value} ${direction}, r.oid ${direction}`)}),
    counts as (select ${JSON.stringify(counts)}::json as value, false as least)`
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

function statementOf(model: EntityModel, page: RawBuilder<unknown>, parts: ListParts): ListStatement {
  const { kept, place } = parts
  const tables = kept?.tables ?? (place !== undefined && ('at' in place || 'known' in place) ? [...SHARED, model.storage] : undefined)
  const rows = sql`(select reltuples::float8 from pg_class where oid = ${model.name === 'tenant' ? 'tenant' : model.table}::regclass)`
  const { sort, filter } = parts.request
  const isOrderSought = kept?.known?.first !== undefined && kept.order !== undefined && kept.known.order !== kept.order
  const isSought = filter !== undefined && kept !== undefined && (kept.known === undefined || isOrderSought)
  const direction = sql.raw(directionOf(sort ?? model.schema['x-sort'][0]))
  const first = sql`, case when ${rows} >= ${sql.lit(FOUND.inRows)} and (select count(*) from found) <= ${sql.lit(FOUND.among)} then (select json_agg(f.oid order by f.sort_by ${direction}, f.oid ${direction})
    from (select * from found order by sort_by ${direction}, oid ${direction} limit ${sql.lit(FOUND.most)}) f) end as first`
  const isSized = tables !== undefined || (parts.distributed !== true && parts.request.after === undefined && isMarked(model))
  const size = isSized ? sql`, ${rows} as table_rows` : sql``
  const marked = tables === undefined ? size : sql`, ${changeMark(tables)} as mark${size}${isSought ? first : sql``}`
  return sql<ListRow>`${page}
    select counts.value as counts, counts.least, (select json_agg(page) from page) as rows,
      (select json_agg(${sql.raw(tenantJson('t'))}) from tenant t where t.oid in (select tenant_oid from page)) as tenants,
      ${parts.stampNow ?? sql`null`} as stamp${marked} from counts`
}

/** The tenant of a list whose order an index has, while none has what its filter asks for; undefined for other lists. */
export function boundedIn(model: EntityModel, parts: ListParts): TenantNode | undefined {
  const { tenant, page, size, sort = model.schema['x-sort'][0] ?? '' } = parts.request
  const by = sort.replace(/^-/, '')
  const isIndexed = model.schema['x-sort'].includes(by) && fieldAt(model, by)?.derived === undefined
  return page * size < LOOKED && isIndexed && isOfOneTenant(model, tenant) && !isSearch(model, parts) ? tenant : undefined
}

/** A page that the first rows of the list fill, and one row more; of other lists no rows, or too few. The count is that of these rows. */
function boundedPage(model: EntityModel, parts: ListParts & { tenant: TenantNode }): RawBuilder<unknown> {
  const { sort, page, size, condition = 'all' } = parts.request
  const { value, direction } = orderBy(model, sort, selecting(model, parts))
  const { from, where } = startOfList(model, parts, { tenant: parts.tenant, order: sql.raw(`${value} ${direction}, r.oid ${direction}`) })
  const order = sql.raw(`f.sort_by ${direction}, f.oid ${direction}`)
  const columns = sql.raw(`${value} as sort_by${tabsOf(model).columns}`)
  return sql`with walked as materialized (select f.* from (select r.tenant_oid, r.oid, ${columns} from ${from} r where ${where}) f
      where ${sql.raw(tabWhere(model, parts.request))} limit ${page * size + 1}),
    found as materialized (select f.* from walked f order by ${order} limit ${size} offset ${(page - 1) * size}),
    page as materialized (select ${sql.raw(rowColumns(model, 'r'))} from found f join ${sql.raw(`${model.table} r`)} on r.tenant_oid = f.tenant_oid and r.oid = f.oid order by ${order}),
    counts as (select json_build_object('all', count(*), ${condition}::text, count(*)) as value, true as least from walked)`
}

export interface Selection extends SelectedRows {
  /** Condition over the columns of `Tabs`. */
  tab: string
  /** Resolves a sort field that the caller may read. */
  select: (name: string) => Selected
}

/** Which rows a list has, and how its fields are selected. */
export function selectionOf(model: EntityModel, parts: ListParts): Selection {
  return { ...selectedRows(model, parts), tab: tabWhere(model, parts.request), select: selecting(model, parts) }
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
function pageOf(model: EntityModel, { sort, page, size }: ListRequest, { from, where, tab, select }: Selection): RawBuilder<unknown> {
  const tabs = tabsOf(model)
  const { value, direction } = orderBy(model, sort, select)
  const order = `f.sort_by ${direction}, f.oid ${direction}`
  const paged = sql`(select f.* from found f where ${sql.raw(`${tab} order by ${order}`)} limit ${size} offset ${(page - 1) * size})`
  // Computed rows need no lookup: a join would compare each of them with each row of the page.
  const rows = isImplicit(model.meta)
    ? sql`${readTable(model, sql`(select p.oid from ${paged} p)`)} r order by ${sql.raw(`${value} ${direction}, r.oid ${direction}`)}`
    : sql`${paged} f join ${sql.raw(model.table)} r on r.tenant_oid = f.tenant_oid and r.oid = f.oid order by ${sql.raw(order)}`
  return sql`with found as materialized (select r.tenant_oid, r.oid, ${sql.raw(`${value} as sort_by${tabs.columns} from `)}${from} r where ${where}),
    page as materialized (select ${sql.raw(rowColumns(model, 'r'))} from ${rows}),
    counts as (select c.value, false as least from (${sql.raw(tabs.counts('found'))}) c)`
}

/** Keyset iteration: the cost depends on the size of a step only, and concurrent inserts and deletes shift nothing. */
function stepOf(
  model: EntityModel,
  { sort, size, after = '' }: ListRequest,
  { from, where, tab }: Omit<Selection, 'select'>,
): RawBuilder<unknown> {
  if (sort !== undefined) throw new HttpProblem(400, `A walk ('after') goes in the order of identifiers; leave out 'sort'.`)
  const rows = sql`(select r.*${sql.raw(`${tabsOf(model).columns} from `)}${from} r where ${where}) r where ${sql.raw(tab)}`
  const counts = after === '' ? sql`(select json_build_object('all', count(*)) from ${rows})` : sql`null::json`
  return sql`with page as materialized (select ${sql.raw(rowColumns(model, 'r'))} from ${rows} and r.oid > ${after} order by r.oid limit ${size}),
    counts as (select ${counts} as value, false as least)`
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
  if (at !== undefined) return walkedPlace(queries, model, { parts, place: { at, key: `${at.range?.from ?? ''} ${keyOf(parts)}` } })
  const list = longListOf(model, parts, longFilterOf(filter, range, model))
  if (list === undefined) return undefined
  const recently = list.filter && lengthsOf(model).of(list.tenant.oid, performance.now())
  if (recently !== undefined) return { list: { ...list, length: recently }, counts: {} }
  const key = keyOf(parts)
  const known = (parts.isCountedAnew ? undefined : countCache(model, queries).of(key)) ?? (await counted(queries, model, { key, list }))
  return { list: { ...list, length: lengthOf(known) }, counts: known.counts, known }
}

const keyOf = ({ caller, request: { tenant } }: ListParts): string =>
  `${tenant === 'all' ? '' : tenant.oid} ${JSON.stringify(caller.scopes())}`

/** Rows that are walked over sooner than the buckets of a ranked list are added up. */
const NEAR = 1_000

/** Where a ranked list's counts are remembered, a page near its start is read in order, and others from the start of their bucket, if that is known. */
function walkedPlace(queries: Queries, model: EntityModel, { parts, place }: { parts: ListParts; place: RankedPlace }): LongPlace {
  const { condition = 'all', page, size } = parts.request
  const known = parts.isCountedAnew ? undefined : countCache(model, queries).of(`ranked ${place.key}`)
  const list = known && longListOf(model, parts, undefined)
  if (known === undefined || list === undefined) return place
  const { all = 0, [condition]: rows = 0 } = known.counts
  const isNear = all <= NEAR || (rows > 0 && (page * size * all) / rows <= NEAR)
  const { at } = place
  const found = isNear ? { range: at.range } : placeInBuckets(queries, model, { at, condition, mark: known.mark })
  if (found === undefined) return { ...place, countedAt: known.mark }
  return { list: { ...list, ...found, length: lengthOf(known) }, counts: known.counts, known, isWalked: true }
}

/** Remembers the counts of a ranked list, and its buckets where somebody goes far into it while nothing changes. */
export async function rememberRanked(
  queries: Queries,
  model: EntityModel,
  { place, found }: { place: RankedPlace; found: ListRow },
): Promise<void> {
  if (place.at.range === undefined && typeof found.mark === 'string' && found.mark === place.countedAt)
    await rememberBuckets(queries, model)
  const { counts, mark, table_rows: tableRows = 0 } = found
  if (counts === null || typeof mark !== 'string') return
  // To count a range takes longer than to read a few rows of it.
  const isLong = place.at.range !== undefined || isLongList(counts)
  countCache(model, queries).remember(`ranked ${place.key}`, { counts, mark, tableRows }, isLong)
}

async function counted(
  queries: Queries,
  model: EntityModel,
  { key, list: { tenant } }: { key: string; list: Pick<LongList, 'tenant'> },
): Promise<KnownCounts> {
  const counts = await longCounts(queries, model, tenant)
  countCache(model, queries).remember(key, counts)
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
  return { value: orderExpression(model, selected, 'r'), direction: directionOf(by) }
}

const directionOf = (sort: string | undefined): 'asc' | 'desc' => (sort?.startsWith('-') === true ? 'desc' : 'asc')
