import { sql, type RawBuilder } from 'kysely'
import { keptTabs, rankKey } from '../../db/ddl/long-columns.ts'
import { countsName } from '../../db/ddl/rank-triggers.ts'
import { rounded, opaqueParam, opaqueCount } from '../../db/sql-parts.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { constant } from '../../db/constant.ts'
import { allOf, type Where } from '../filter/filter-sql.ts'
import { shortTerm } from '../../../schemas/filter/pattern.ts'
import type { ResolvedFilter } from '../filter/resolved-filter.ts'
import type { ListRequest } from '../http/read-query.ts'
import { orderKey } from '../../../schemas/filter/order-key.ts'
import { tabsOf } from './tabs.ts'

/** A page that row counts alone locate. */
export interface RankedPage {
  /** Condition over the columns of `Tabs`. */
  tab: string
  /** The keys that the list is limited to; absent for all of them. */
  range?: KeyRange | undefined
  direction: 'asc' | 'desc'
  /** Rows before the page. */
  from: number
  size: number
}

/** A key range: lower bound inclusive, upper bound exclusive. */
export interface KeyRange {
  from: string
  to: string
}

/** Sorts after every text with the same prefix. */
export const HIGHEST = '\u{10FFFF}'

/**
 * Key range that a search for one or two letters selects: keys with that prefix. Word beginnings anywhere in the text would match most
 * rows, and ranks exist to avoid reading a million of them. Undefined for other filters.
 */
export function shortRange({ meta }: EntityModel, filter: ResolvedFilter | undefined): KeyRange | undefined {
  if (meta.ranked === undefined || filter === undefined || filter.kind === 'and') return undefined
  const parts = filter.kind === 'or' ? filter.parts : [filter]
  const patterns = new Set<string>()
  for (const part of parts) {
    if (part.kind !== 'comparison' || part.operator !== '=ilike=' || !part.field.searched) return undefined
    patterns.add(String(part.values[0]))
  }
  const isOfKey = parts.some((part) => part.kind === 'comparison' && part.field.name === meta.ranked)
  const [pattern] = patterns
  const term = patterns.size === 1 && pattern !== undefined ? shortTerm(pattern) : undefined
  if (!isOfKey || term === undefined) return undefined
  const from = orderKey(term.replaceAll(/\\(.)/gsu, '$1'))
  return { from, to: `${from}${HIGHEST}` }
}

/** Condition for rows in a key range. */
export function withinRange(model: EntityModel, { from, to }: KeyRange): Where {
  const key = sql.raw(`r.${rankKey(model)}`)
  return allOf([sql<boolean>`${key} >= ${from}`, sql<boolean>`${key} < ${to}`])
}

/** Whether precomputed counts locate the page: the list is unfiltered or a key range, in the counted order, with at most a tab. */
export function isRanked(
  { meta }: EntityModel,
  { tenant, sort, filter, predicate, after }: ListRequest,
  range: KeyRange | undefined,
): boolean {
  if (meta.ranked === undefined || tenant === 'all' || tenant.type !== 'po') return false
  const isWhole = (filter === undefined || filter === '' || range !== undefined) && predicate === undefined && after === undefined
  return isWhole && (sort === undefined || sort.replace(/^[-+]/, '') === meta.ranked)
}

/** The page of a list that `isRanked`; undefined for an unknown tab. */
export function rankedPage(
  model: EntityModel,
  { sort, page, size, condition }: ListRequest,
  range: KeyRange | undefined,
): RankedPage | undefined {
  const tab = tabsOf(model).where(condition)
  if (tab === undefined) return undefined
  return { tab, range, direction: sort?.startsWith('-') === true ? 'desc' : 'asc', from: (page - 1) * size, size }
}

/**
 * CTEs `found` (the rows of the page with their sort key) and `counts`. Counts of buckets are added up to find the bucket in which the page
 * starts; descending pages are counted from the other end.
 */
export function rankedRows(model: EntityModel, { tab, range, direction, from, size }: RankedPage): RawBuilder<unknown> {
  const where = sql.raw(tab)
  const key = sql.raw(`r.${rankKey(model)}`)
  // The first page of a range begins where the range does.
  const isStart = range !== undefined && direction === 'asc' && from === 0
  const before = sql`select k.lower, coalesce(sum(k.n) over (order by k.lower groups between unbounded preceding and 1 preceding), 0) as before
      from k where k.lower >= (select first from ends) and k.tabs = any(array(select tabs from of_all where ${where}))`
  const wanted = direction === 'asc' ? opaqueCount(from) : sql`greatest(t.total - ${opaqueCount(from + size)}, 0)`
  // Tabs are computed from the few combinations of their values, not per bucket.
  return sql`with k as materialized (select k.lower, k.tabs, k.n::integer as n from list_rank k where k.entity = ${sql.raw(constant(countsName(model)))}),
    ${countedRange(model, range)},
    t as (select coalesce((select sum(n) from counted where ${where}), 0)::bigint as total, coalesce((select sum(n) from before_start where ${where}), 0)::bigint as part),
    b as (${isStart ? sql`select start as lower, 0 as before from ends` : before}),
    place as materialized (select (select ${sql.raw(tabsOf(model).sums)} from counted) as counts, least(${opaqueCount(size)}, greatest(t.total - ${opaqueCount(from)}, 0)) as size,
        greatest(p.lower, (select start from ends)) as lower, w.wanted - greatest(p.before - t.part, 0) as skip
      from t cross join lateral (select ${wanted} as wanted) w
        cross join lateral (select max(b.lower) as lower, max(b.before) as before from b where greatest(b.before - t.part, 0) <= w.wanted) p),
    found as materialized (select x.* from (
        select f.* from (select r.tenant_oid, r.oid, ${key} as sort_by${sql.raw(`${keptTabs(model)} from ${model.table} r`)} where ${key} >= (select lower from place)) f
        where ${where} order by f.sort_by, f.oid limit (select size from place) offset (select skip from place)) x
      limit ${sql.lit(rounded(size))}),
    counts as (select counts as value, false as least from place)`
}

/**
 * CTE `counted`: row counts of a key range per combination of tab values, from whole buckets (`of_all` for all keys) and, at the ends of
 * the range, from the rows of a bucket. CTE `ends`: the first key in the range and the first one after it, each with its bucket. Keys that
 * exist, because between them and the bounds there is nothing to count.
 */
function countedRange(model: EntityModel, range: KeyRange | undefined): RawBuilder<unknown> {
  const ofAll = sql`of_all as materialized (${byTabs(model, sql`true`)})`
  if (range === undefined)
    return sql`${ofAll}, ends as (select '' as first, '' as start), before_start as (select * from of_all where false), counted as (select * from of_all)`
  const key = sql.raw(rankKey(model))
  const firstFrom = (bound: string): RawBuilder<unknown> =>
    sql`(select ${key} from ${sql.raw(model.table)} where ${key} >= ${opaqueParam(bound)} order by ${key} limit 1)`
  const bucketOf = (name: 'start' | 'next'): RawBuilder<unknown> => sql`(select max(k.lower) from k where k.lower <= e.${sql.raw(name)})`
  return sql`${ofAll},
    ends as materialized (select e.start, e.next, ${bucketOf('start')} as first, ${bucketOf('next')} as last
      from (select ${firstFrom(range.from)} as start, ${firstFrom(range.to)} as next offset 0) e),
    before_start as materialized (${countedRows(model, sql`(select first from ends)`, sql`(select case when first = last then first else start end from ends)`)}),
    counted as materialized (
      ${byTabs(model, sql`k.lower >= (select first from ends) and ((select last from ends) is null or k.lower < (select last from ends))`)}
      union all ${countedRows(model, sql`(select greatest(last, start) from ends)`, sql`(select next from ends)`)}
      union all select ${sql.raw(negated(model))} from before_start)`
}

/** Row counts per combination of tab values, over the buckets that `where` selects, e.g. `{ tabs: '["installed"]', n: 812, … }` with one column per value. */
function byTabs(model: EntityModel, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const values = tabsOf(model)
    .values.map(({ column }, index) => `, g.tabs::jsonb->>${index} as ${column}`)
    .join('')
  return sql`select g.tabs, g.n${sql.raw(values)} from (select k.tabs, sum(k.n)::bigint as n from k where ${where} group by k.tabs) g`
}

/** The same counts, read from the rows between two keys. */
function countedRows(model: EntityModel, from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<unknown> {
  const names = sql.raw(columnsOf(model).join(', '))
  const key = sql.raw(`r.${rankKey(model)}`)
  const rows = sql`select ${key}${sql.raw(`${keptTabs(model)} from ${model.table} r`)} where ${key} >= ${from} and ${key} < ${to}`
  return sql`select null as tabs, count(*) as n, ${names} from (${rows}) p group by ${names}`
}

function negated(model: EntityModel): string {
  return ['tabs', '-n', ...columnsOf(model)].join(', ')
}

const columnsOf = (model: EntityModel): string[] => tabsOf(model).values.map(({ column }) => column)
