import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../db/database.ts'
import { keptTabs } from '../db/long-columns.ts'
import { RANK_KEY } from '../db/rank-triggers.ts'
import type { EntityModel } from './entity-model.ts'
import { constant } from './field.ts'
import { allOf, type Where } from './filter/filter-sql.ts'
import { shortTerm } from './filter/pattern.ts'
import type { ResolvedFilter } from './filter/resolve-filter.ts'
import type { ListRequest } from './list-statement.ts'
import { orderKey } from './order-text.ts'
import { tabsOf } from './tabs.ts'

/** Where a page begins, told by counts alone. */
export interface RankedPlace {
  counts: Record<string, number>
  /** Key at which the stretch of the page begins, and rows of the tab in it that come before the page. */
  lower: string
  skip: number
  /** Rows of the page at most. */
  size: number
  direction: 'asc' | 'desc'
}

/** A part of the order: keys from the one on and below the other. */
export interface KeyRange {
  from: string
  to: string
}

/** Above every text that begins like another one. */
const HIGHEST = '\u{10FFFF}'

/**
 * What one or two letters find in a ranked list: beginnings of its keys, a part of the order. Beginnings of every word would be those
 * of most rows, and reading a million of them is what ranks are there to avoid. Undefined for other filters.
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

/** The rows of a part of the order. */
export function withinRange({ from, to }: KeyRange): Where {
  const key = sql.raw(`r.${RANK_KEY}`)
  return allOf([sql<boolean>`${key} >= ${from}`, sql<boolean>`${key} < ${to}`])
}

/** Whether counts tell where a page begins: of everything, or a part of the order, in the order that is counted, with but a tab to narrow it. */
export function isRanked(
  { meta }: EntityModel,
  { tenant, sort, filter, predicate, after }: ListRequest,
  range: KeyRange | undefined,
): boolean {
  if (meta.ranked === undefined || tenant === 'all' || tenant.type !== 'po') return false
  const isWhole = (filter === undefined || filter === '' || range !== undefined) && predicate === undefined && after === undefined
  return isWhole && (sort === undefined || sort.replace(/^[-+]/, '') === meta.ranked)
}

/** Adds the counts up: of every tab, and of the stretches before the page. Pages of a descending order are taken from the other end. */
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
  const offset = direction === 'asc' ? sql`${from}::bigint` : sql`greatest(t.total - ${from + size}::bigint, 0)`
  const none = sql`select * from k where false`
  const { rows } = await sql<{ counts: Record<string, number>; total: string; lower: string | null; skip: string | null }>`
    with k as materialized (select k.lower, k.n${sql.raw(storedTabs(model))} from list_rank k where k.entity = ${sql.raw(constant(model.name))}),
      before_from as materialized (${range === undefined ? none : countedBelow(model, range.from)}),
      below_to as materialized (${range === undefined ? sql`select * from k` : countedBelow(model, range.to)}),
      found as (select * from below_to union all select ${sql.raw(negated(model))} from before_from),
      s as (select lower, sum(n) as n from k where ${sql.raw(tab)} group by lower),
      b as (select lower, sum(n) over (order by lower) - n as before from s where n > 0),
      t as (select coalesce((select sum(n) from found where ${sql.raw(tab)}), 0) as total, coalesce((select sum(n) from before_from where ${sql.raw(tab)}), 0) as first),
      w as (select t.total, t.first + ${offset} as wanted from t)
    select (select ${sql.raw(sums)} from found) as counts, w.total, p.lower, w.wanted - p.before as skip
    from w left join lateral (select b.lower, b.before from b where b.before <= w.wanted order by b.lower desc limit 1) p on true`.execute(
    queries,
  )
  const [found] = rows
  if (found === undefined) return undefined
  const left = Math.max(Number(found.total) - from, 0)
  return { counts: found.counts, lower: found.lower ?? '', skip: Number(found.skip ?? 0), size: Math.min(size, left), direction }
}

/** The values that a count is of, in the columns of tabs. */
function storedTabs(model: EntityModel): string {
  return tabsOf(model)
    .values.map(({ column }, index) => `, k.tabs::jsonb->>${index} as ${column}`)
    .join('')
}

function negated(model: EntityModel): string {
  return ['lower', '-n', ...tabsOf(model).values.map(({ column }) => column)].join(', ')
}

/** Counts of the rows whose keys are below one: whole stretches, and a part of the last one, whose rows are counted. */
function countedBelow(model: EntityModel, key: string): RawBuilder<unknown> {
  const names = tabsOf(model)
    .values.map(({ column }) => column)
    .join(', ')
  const last = sql`(select coalesce(max(lower), '') from k where lower <= ${key})`
  const part = sql`select r.${sql.raw(`${RANK_KEY}${keptTabs(model)} from ${model.table} r`)} where r.${sql.raw(RANK_KEY)} >= ${last} and r.${sql.raw(RANK_KEY)} < ${key}`
  return sql`select * from k where lower < ${last} union all select ${last}, count(*), ${sql.raw(names)} from (${part}) p group by ${sql.raw(names)}`
}

/** The rows of a page with what they are ordered by. */
export function rankedRows(model: EntityModel, { condition }: ListRequest, { lower, skip, size }: RankedPlace): RawBuilder<unknown> {
  const tab = sql.raw(tabsOf(model).where(condition) ?? 'true')
  return sql`select f.* from (select r.tenant_oid, r.oid, r.${sql.raw(`${RANK_KEY} as sort_by${keptTabs(model)} from ${model.table} r`)} where r.${sql.raw(RANK_KEY)} >= ${lower}) f
    where ${tab} order by f.sort_by, f.oid limit ${size} offset ${skip}`
}
