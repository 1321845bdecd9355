import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { keptTabs } from '../../db/ddl/long-columns.ts'
import { RANK_KEY } from '../../db/ddl/rank-triggers.ts'
import { rounded, opaqueParam, opaqueCount } from '../../db/sql-parts.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { constant } from '../model/field.ts'
import { allOf, type Where } from '../filter/filter-sql.ts'
import { shortTerm } from '../../../schemas/filter/pattern.ts'
import type { ResolvedFilter } from '../filter/resolve-filter.ts'
import type { ListRequest } from '../http/read-query.ts'
import { orderKey } from '../../../schemas/filter/order-key.ts'
import { tabsOf } from './tabs.ts'

/** Start of a page, computed from row counts alone. */
export interface RankedPlace {
  counts: Record<string, number>
  /** Lowest key of the bucket in which the page starts, and the number of the tab's rows in that bucket before the page. */
  lower: string
  skip: number
  /** Maximum number of rows. */
  size: number
  direction: 'asc' | 'desc'
}

/** A key range: lower bound inclusive, upper bound exclusive. */
export interface KeyRange {
  from: string
  to: string
}

/** Sorts after every text with the same prefix. */
const HIGHEST = '\u{10FFFF}'

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
export function withinRange({ from, to }: KeyRange): Where {
  const key = sql.raw(`r.${RANK_KEY}`)
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

/** Sums the counts of all tabs and of the buckets before the page. Descending pages are counted from the other end. */
export async function rankedPlace(
  queries: Queries,
  model: EntityModel,
  { request, range }: { request: ListRequest; range: KeyRange | undefined },
): Promise<RankedPlace | undefined> {
  const { sort, page, size, condition } = request
  const { sums, where } = tabsOf(model)
  const tab = where(condition)
  if (tab === undefined) return undefined
  const from = (page - 1) * size
  const direction = sort?.startsWith('-') === true ? 'desc' : 'asc'
  const offset = direction === 'asc' ? opaqueCount(from) : sql`greatest(t.total - ${opaqueCount(from + size)}, 0)`
  // Tabs are computed from the few combinations of their values, not per bucket.
  const { rows } = await sql<{ counts: Record<string, number>; total: string; lower: string | null; skip: string | null }>`
    with k as materialized (select k.lower, k.tabs, k.n::integer as n from list_rank k where k.entity = ${sql.raw(constant(model.name))}),
      of_all as materialized (${byTabs(model, sql`true`)}),
      before_from as materialized (${range === undefined ? sql`select * from of_all where false` : countedBelow(model, range.from)}),
      below_to as materialized (${range === undefined ? sql`select * from of_all` : countedBelow(model, range.to)}),
      found as (select * from below_to union all select ${sql.raw(negated(model))} from before_from),
      t as (select coalesce((select sum(n) from found where ${sql.raw(tab)}), 0) as total, coalesce((select sum(n) from before_from where ${sql.raw(tab)}), 0) as first),
      w as (select t.total, t.first + ${offset} as wanted from t),
      b as (select lower, coalesce(sum(n) over (order by lower groups between unbounded preceding and 1 preceding), 0) as before
        from k where tabs = any(array(select tabs from of_all where ${sql.raw(tab)})))
    select (select ${sql.raw(sums)} from found) as counts, w.total, p.lower, w.wanted - p.before as skip
    from w cross join lateral (select max(b.lower) as lower, max(b.before) as before from b where b.before <= w.wanted) p`.execute(queries)
  const [found] = rows
  if (found === undefined) return undefined
  const left = Math.max(Number(found.total) - from, 0)
  return { counts: found.counts, lower: found.lower ?? '', skip: Number(found.skip ?? 0), size: Math.min(size, left), direction }
}

/** Row counts per combination of tab values, over the buckets that `where` selects, e.g. `{ tabs: '["installed"]', n: 812, … }` with one column per value. */
function byTabs(model: EntityModel, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const values = tabsOf(model)
    .values.map(({ column }, index) => `, g.tabs::jsonb->>${index} as ${column}`)
    .join('')
  return sql`select g.tabs, g.n${sql.raw(values)} from (select k.tabs, sum(k.n)::bigint as n from k where ${where} group by k.tabs) g`
}

function negated(model: EntityModel): string {
  return ['tabs', '-n', ...columnsOf(model)].join(', ')
}

/** Row counts below a key: adds up whole buckets, and counts the rows of the bucket that contains the key. */
function countedBelow(model: EntityModel, key: string): RawBuilder<unknown> {
  const names = sql.raw(columnsOf(model).join(', '))
  const last = sql`(select coalesce(max(lower), '') from k where lower <= ${opaqueParam(key)})`
  const part = sql`select r.${sql.raw(`${RANK_KEY}${keptTabs(model)} from ${model.table} r`)} where r.${sql.raw(RANK_KEY)} >= ${last} and r.${sql.raw(RANK_KEY)} < ${opaqueParam(key)}`
  return sql`${byTabs(model, sql`k.lower < ${last}`)} union all select null, count(*), ${names} from (${part}) p group by ${names}`
}

const columnsOf = (model: EntityModel): string[] => tabsOf(model).values.map(({ column }) => column)

/** The rows of a page with their sort key. */
export function rankedRows(model: EntityModel, { condition }: ListRequest, { lower, skip, size }: RankedPlace): RawBuilder<unknown> {
  const tab = sql.raw(tabsOf(model).where(condition) ?? 'true')
  return sql`select x.* from (
      select f.* from (select r.tenant_oid, r.oid, r.${sql.raw(`${RANK_KEY} as sort_by${keptTabs(model)} from ${model.table} r`)} where r.${sql.raw(RANK_KEY)} >= ${opaqueParam(lower)}) f
      where ${tab} order by f.sort_by, f.oid limit ${opaqueCount(size)} offset ${opaqueCount(skip)}) x limit ${sql.lit(rounded(size))}`
}
