import { Cache } from '../../cache/cache.ts'
import { keysOf } from '../../cache/keys-of.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { changeMark, SHARED } from '../../db/ddl/change-marks.ts'
import { keptTabs, longColumns } from '../../db/ddl/long-columns.ts'
import { countsName } from '../../db/ddl/rank-triggers.ts'
import { limitedSearchOf, SMALL_TEXT } from '../../db/ddl/search-functions.ts'
import { opaqueCount, opaqueParam, rounded } from '../../db/sql-parts.ts'
import { subtree, type TenantNode } from '../../policies/caller.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { constant } from '../../db/constant.ts'
import { allOf, anyOf, type Where } from '../filter/filter-sql.ts'
import type { KnownCounts } from './known-counts.ts'
import { type KeyRange, withinRange } from './ranked-list.ts'
import { tabsOf } from './tabs.ts'

/** With more candidates than this, rows are searched in list order and the count is a lower bound. */
const FEW = 2_500
/** Rows counted in that case, as the lower bound. */
const COUNTED = 1_000
/** Rows inspected at the start of the order before using an index: a frequent term is found among them. */
const START_ROWS = { whole: 400, below: 50 }
/** Number of table blocks sampled, one row each, to estimate how many rows match. */
const SAMPLED_BLOCKS = 256
/** Matching sampled rows, and estimated total, above which a filter counts as frequent. */
const FREQUENT = { sampled: 8, rows: 4_000 }
/** Up to this many rows, all oids are read regardless of order. */
const SMALL = 20_000
/** Up to this many rows, each one is tested; a search has an index as alternative. */
const TESTED_ROWS = { search: 5_000, filter: 50_000 }

/** A requested page of a long list (`x-entity.ranked`). */
export interface LongList {
  tenant: TenantNode
  /** Condition over the columns of `Tabs`. */
  tab: string
  /** Sort column (`longColumns`). */
  column: string
  direction: 'asc' | 'desc'
  page: number
  size: number
  /** Filter of the list, if any. */
  filter?: LongFilter | undefined
  /** The keys that a list without a filter is limited to. */
  range?: KeyRange | undefined
  /** Rows of that range before the page. @default those of the pages before it */
  skip?: number
  length: ListLength
}

/** How long a list is without its filter. */
export interface ListLength {
  /** Rows of the tenant and its subtenants. */
  rows: number
  /** Tenants among these that have rows. */
  tenants: number
  /** Estimated rows of the whole table. */
  tableRows: number
}

/** The forms of a filter that a long list uses. */
export interface LongFilter {
  /** The exact condition over a row `r`. */
  decides: Where
  /** A pattern that the search text or tenant name of every matching row satisfies. */
  term?: string | undefined
  /** Whether the term is equivalent to the filter. */
  isTerm: boolean
}

/** Row counts of a tenant's whole list by tab, from precomputed counts; a sum over every tenant that has rows. */
export async function longCounts(queries: Queries, model: EntityModel, tenant: TenantNode): Promise<KnownCounts> {
  const { from, to } = subtree(tenant.path)
  const values = tabsOf(model)
    .values.map(({ column }, index) => `, k.tabs::jsonb->>${index} as ${column}`)
    .join('')
  const { rows } = await sql<KnownCounts>`with k as (
      select tabs, sum(n) as n, count(*) as places from list_total where entity = ${sql.raw(constant(countsName(model)))} and tenant_path >= ${opaqueParam(from)} and tenant_path < ${opaqueParam(to)} group by tabs)
    select ${sql.raw(tabsOf(model).sums)} as counts, coalesce(sum(places), 0)::float8 as tenants, ${changeMark([...SHARED, model.storage])} as mark,
      (select reltuples::float8 from pg_class where oid = ${model.table}::regclass) as "tableRows" from (select k.n, k.places${sql.raw(values)} from k) k`.execute(
    queries,
  )
  return rows[0] ?? { counts: {}, tenants: 0, tableRows: 0, mark: null }
}

/** CTEs `found` (the rows of the page in order) and `counts` (with whether they are lower bounds). */
export function longPage(model: EntityModel, list: LongList, counts: Record<string, number>): RawBuilder<unknown> {
  const { filter, size, page, tab } = list
  const from = list.skip ?? (page - 1) * size
  const onPage = sql.raw(`f.sort_by ${list.direction}, f.oid ${list.direction}`)
  if (filter === undefined) {
    // A limit that the planner sees keeps one plan for all pages; the page ends a walk before it, but not what is merged from many tenants.
    const limit = isWalkedAsOne(list) ? sql.lit(rounded(from + size)) : sql`${from + size}`
    const keys = list.range === undefined ? [] : [withinRange(model, list.range)]
    const rows = walkOrder(model, list, { where: allOf([...keys, whereTab(model, tab)]), limit })
    return sql`with found as materialized (select * from (${rows}) f order by ${onPage} limit ${opaqueCount(size)} offset ${opaqueCount(from)}),
      counts as (select ${JSON.stringify(counts)}::json as value, false as least)`
  }
  if (list.length.rows <= (filter.term === undefined ? TESTED_ROWS.filter : TESTED_ROWS.search))
    return sql`with ${testAll(model, list, filter)}`
  return sql`with ${filtered(model, list, filter)},
    matching as materialized (
      select * from walked where hit and (select whole or filled from state)
      union all select *, true from gathered where not (select many from state_gathered)
      union all select *, true from farther),
    counted as (
      select * from matching
      union all select g.*, true from gathered g where (select many from state_gathered) and not exists (select from matching m where m.oid = g.oid)),
    found as materialized (select * from matching f where ${sql.raw(tab)} order by ${onPage} limit ${opaqueCount(size)} offset ${opaqueCount(from)}),
    counts as (select (${sql.raw(tabsOf(model).counts('counted'))}) as value,
      (select (filled and not whole) from state) or (select many from state_gathered) as least)`
}

/** Strategy for few rows: tests all of them. */
function testAll(model: EntityModel, list: LongList, filter: LongFilter): RawBuilder<unknown> {
  const { from, to } = subtree(list.tenant.path)
  const { size, page, direction, tab, column } = list
  return sql`${namedLike(filter.term)} matching as materialized (select ${columnsOf(model, column)} from ${sql.raw(`${model.table} r`)}
      where r.tenant_path >= ${from} and r.tenant_path < ${to} and ${matchesOf(filter)}),
    found as materialized (select * from matching f where ${sql.raw(`${tab} order by f.sort_by ${direction}, f.oid ${direction}`)} limit ${size} offset ${(page - 1) * size}),
    counts as (select c.value, false as least from (${sql.raw(tabsOf(model).counts('matching'))}) c)`
}

/** The filter over a row `r`. The search text comes first, because it is cheap to test. */
function matchesOf({ decides, term, isTerm }: LongFilter): Where {
  if (term === undefined) return decides
  return isTerm ? textMatches(term) : allOf([textMatches(term), decides])
}

/** Whether the search text of a row `r`, or the name of its tenant, matches the pattern. */
function textMatches(term: string): Where {
  return anyOf([
    sql<boolean>`${sql.raw(`r.${SMALL_TEXT}`)} like (select lower(${term}::text))`,
    sql<boolean>`r.tenant_oid in (select oid from named)`,
  ])
}

/** CTE `named`: oids of the tenants whose names match the pattern. */
function namedLike(term: string | undefined): RawBuilder<unknown> {
  return term === undefined ? sql`` : sql`named as materialized (select entity.tenant_search(${opaqueParam(term)}, null) as oid),`
}

/**
 * Tries three strategies for a filter, each only if the one before did not find enough rows: the start of the order, where frequent matches
 * are found without counting them; the candidates of a search, all of them and counted, if they are few; the order of the list until the
 * page is full.
 */
function filtered(model: EntityModel, list: LongList, filter: LongFilter): RawBuilder<unknown> {
  const { decides, term } = filter
  const { tenant, tab } = list
  const wanted = list.page * list.size + 1
  const looked = rounded((isWhole(tenant) ? START_ROWS.whole : START_ROWS.below) + 2 * wanted)
  const matches = matchesOf(filter)
  const hit = sql`, (${matches}) is true as hit`
  // For a subtree, many more index rows are read than tested.
  const walked = isWhole(tenant)
    ? walkOrder(model, list, { extra: hit, limit: sql.lit(looked) })
    : sql`select f.*${hit} from (${walkOrder(model, list, { limit: sql.lit(looked) })}) f join ${sql.raw(`${model.table} r`)} on r.tenant_oid = f.tenant_oid and r.oid = f.oid`
  return sql`${namedLike(term)} walked as materialized (${walked}),
    state as materialized (select count(*) < ${opaqueCount(looked)} as whole, count(*) filter (where hit and ${sql.raw(tab)}) >= ${opaqueCount(wanted)} as filled from walked),
    ${term === undefined ? gatheredByFilter(model, list, decides) : gatheredByTerm(model, list, { ...filter, term })}
    farther as materialized (select * from (${walkFiltered(model, list, { filter, wanted })}) f
      where (select many from state_gathered) limit ${opaqueCount(wanted)})`
}

/** The first matching rows in list order. Even an inexact text pattern avoids reading most rows from the table. */
function walkFiltered(model: EntityModel, list: LongList, { filter, wanted }: { filter: LongFilter; wanted: number }): RawBuilder<unknown> {
  const { decides, term, isTerm } = filter
  const ofTab = whereTab(model, list.tab)
  const limit = sql.lit(rounded(wanted))
  if (term === undefined || isTerm || !isWhole(list.tenant))
    return walkOrder(model, list, { where: allOf([matchesOf(filter), ofTab]), limit })
  const texts = walkOrder(model, list, { where: allOf([textMatches(term), ofTab]), limit: sql`all` })
  return sql`select f.* from (${texts}) f where (select ${decides} from ${sql.raw(`${model.table} r`)} where r.tenant_oid = f.tenant_oid and r.oid = f.oid) limit ${limit}`
}

/** Whether the start of the order did not yield enough rows. */
const needsIndex = sql<boolean>`(select not whole and not filled from state)`

/** CTEs `state_gathered` and `gathered`: all rows of a filter without an index. */
function gatheredByFilter(model: EntityModel, list: LongList, decides: Where): RawBuilder<unknown> {
  const { from, to } = subtree(list.tenant.path)
  return sql`state_gathered as materialized (select false as many),
    gathered as materialized (select ${columnsOf(model, list.column)} from ${sql.raw(`${model.table} r`)}
      where ${needsIndex} and r.tenant_path >= ${from} and r.tenant_path < ${to} and ${decides}),`
}

/**
 * The same for a search, with candidates from the index, unless a sample shows that there are many: collecting all of them would take
 * longer than walking the list.
 */
function gatheredByTerm(
  model: EntityModel,
  { tenant, column, length: { rows } }: LongList,
  filter: LongFilter & { term: string },
): RawBuilder<unknown> {
  const { term, isTerm, decides } = filter
  const { from, to } = subtree(tenant.path)
  const table = sql.raw(model.table)
  const few = sql`select ${sql.raw(limitedSearchOf(model.search))}(${opaqueParam(term)}, ${opaqueParam(from)}, ${opaqueParam(to)}, ${sql.lit(FEW + 1)}) as at where (select not broad from sampled)`
  const ofTenants = sql`select o.ctid as at from ${table} o where (select not broad from sampled) and o.tenant_oid = any(array(select oid from named)) and ${scanFilter('o', tenant)} limit ${sql.lit(FEW + 1)}`
  const places = sql`select ('(' || n * b.blocks / ${sql.lit(SAMPLED_BLOCKS)} || ',1)')::tid
    from (select pg_relation_size(${sql.lit(model.table)}) / current_setting('block_size')::bigint as blocks offset 0) b, generate_series(0, ${sql.lit(SAMPLED_BLOCKS - 1)}) n`
  return sql`sampled as materialized (
      select not ${needsIndex} or (count(*) filter (where hit) >= ${sql.lit(FREQUENT.sampled)} and count(*) filter (where hit) * ${opaqueCount(rows)} > ${sql.lit(FREQUENT.rows)} * count(*)) as broad
      from (select ${textMatches(term)} as hit from ${sql.raw(`${model.table} r`)} where ${needsIndex} and r.ctid = any(array(${places})) and ${scanFilter('r', tenant)}) s),
    candidates as materialized (${few} union all (${ofTenants})),
    state_gathered as materialized (select ${needsIndex} and ((select broad from sampled) or count(*) > ${sql.lit(FEW)}) as many from candidates),
    gathered as materialized (select ${columnsOf(model, column)} from ${sql.raw(`${model.table} r`)}
      where r.ctid = any(array(select at from candidates limit (select case when many then ${sql.lit(COUNTED)}::bigint end from state_gathered)))
      and ${scanFilter('r', tenant)} and ${isTerm ? sql`true` : decides}),`
}

interface Walk {
  /** Over a row `r`. */
  where?: Where
  /** Additional columns, each after a comma. */
  extra?: RawBuilder<unknown>
  limit: RawBuilder<unknown>
}

/**
 * The first rows in list order, read from an index. For the whole list the index has that order; for a subtree, the rows of each tenant are
 * read in rank order and merged; in other orders, rows of other tenants are skipped, or all rows are read if they are few.
 */
function walkOrder(model: EntityModel, list: LongList, { where = sql<boolean>`true`, extra = sql``, limit }: Walk): RawBuilder<unknown> {
  const { tenant, column, direction } = list
  const columns = sql`${columnsOf(model, column)}${extra}`
  const table = sql.raw(`${model.table} r`)
  const order = sql.raw(`r.${column} ${direction}, r.oid ${direction}`)
  if (isWalkedAsOne(list))
    return sql`select ${columns} from ${table} where ${scanFilter('r', tenant)} and ${where} order by ${order} limit ${limit}`
  const { from, to } = subtree(tenant.path)
  const tenants = sql`select t.oid from tenant t where t.path >= ${from} and t.path < ${to}`
  const isRank = column === longColumns(model).rank
  const isSmall = list.length.rows <= SMALL
  if (!isRank && !isSmall)
    return sql`select ${columns} from ${table} where r.tenant_oid = any(array(${tenants})) and ${where} order by ${order} limit ${limit}`
  const each = isRank ? sql`order by ${order} limit ${limit}` : sql`offset 0`
  return sql`select x.* from (${tenants}) t cross join lateral (select ${columns} from ${table} where r.tenant_oid = t.oid and ${where} ${each}) x
    order by ${sql.raw(`x.sort_by ${direction}, x.oid ${direction}`)} limit ${limit}`
}

/** Whether one index has the rows in their order, among rows of others. */
const isWalkedAsOne = (list: LongList): boolean => isWhole(list.tenant) || isSkipped(list)

/** Reading the first row of another tenant takes as long as skipping so many rows in the order of the whole list. */
const PER_TENANT = 4

/** Whether rows of other tenants are skipped sooner than each tenant's own are looked up: where the list goes over very many. */
function isSkipped({ length: { rows, tenants, tableRows }, page, size }: LongList): boolean {
  const read = START_ROWS.below + 2 * page * size
  return (read * Math.max(tableRows, rows)) / Math.max(rows, 1) < tenants * PER_TENANT
}

/** Columns of a row that order, page and tabs need. */
function columnsOf(model: EntityModel, column: string): RawBuilder<unknown> {
  return sql.raw(`r.tenant_oid, r.oid, r.${column} as sort_by${keptTabs(model)}`)
}

/** The condition of a tab over a row `r`. */
function whereTab(model: EntityModel, tab: string): Where {
  const condition = [...longColumns(model).tabs].reduce(
    (text, [name, stored]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `r.${stored}`),
    tab,
  )
  return sql<boolean>`${sql.raw(condition)}`
}

const isWhole = ({ type }: TenantNode): boolean => type === 'po'

/** The first layer of isolation, written so that no index is used for it. */
function scanFilter(alias: string, tenant: TenantNode): Where {
  const { from, to } = subtree(tenant.path)
  const path = sql.raw(`${alias}.tenant_path`)
  return sql<boolean>`(${path} < ${opaqueParam(from)} or ${path} >= ${opaqueParam(to)}) is false`
}

/** A list of this many rows counts as long, whatever changes within the cache time. */
const LONG = 50_000
/** Lifetime (ms) of a cached length. */
const CACHE_MS = 10_000

const keptLengths = new Cache<{ length: ListLength; until: number }>('list_lengths')

/**
 * Cache of recent list lengths per tenant. A search only needs to know whether its list is long, to choose a query strategy; every
 * strategy finds the same rows. Lengths that could change the answer are not cached.
 */
export class ListLengths {
  readonly #prefix = keysOf(this)

  /** @param now ms on any clock */
  remember(tenantOid: string, length: ListLength, now: number): void {
    if (length.rows >= LONG) keptLengths.set(this.#prefix + tenantOid, { length, until: now + CACHE_MS })
    else keptLengths.delete(this.#prefix + tenantOid)
  }

  /** Cached length of a long list; undefined for others. */
  of(tenantOid: string, now: number): ListLength | undefined {
    return keptLengths.get(this.#prefix + tenantOid, ({ until }) => now < until)?.length
  }
}
