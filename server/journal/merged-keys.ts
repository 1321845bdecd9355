import { sql, type RawBuilder } from 'kysely'
import { allOf, type Where } from '../entities/filter/filter-sql.ts'
import { EVERY_PATH, type Scope } from '../db/scope.ts'

export interface MergedSearch {
  where: readonly Where[]
  limit: number
  order: 'asc' | 'desc'
  /** The paths of the subtree. */
  range?: Scope | undefined
}

/** Sizes of pages that the console asks for. */
const USUAL = new Set([20, 50, 100, 1_000])

/** A usual size is part of the statement: with one that it does not know, PostgreSQL plans each time, which takes longer than reading. */
export const usual = (limit: number): RawBuilder<unknown> => (USUAL.has(limit) ? sql.lit(limit) : sql`${limit}`)

/** Journals of up to this many tenants are merged; of more, the entries are read by time. */
const MERGED = 2_000

const RECENT = sql<boolean>`j.created_at >= now() - interval '7 days'`

/**
 * Which entries of many tenants are read first, and which only where those do not fill a page: newest first, the latest week often does, and earlier
 * months need not be asked for each tenant.
 */
export const stagesOf = (order: 'asc' | 'desc'): [first: Where, rest: Where] =>
  order === 'desc' ? [RECENT, sql<boolean>`not ${RECENT}`] : [sql<boolean>`true`, sql<boolean>`false`]

const KEYS = sql.raw('j.tenant_oid, j.seq, j.created_at')

const byTime = (alias: string, order: string): RawBuilder<unknown> =>
  sql.raw(`${alias}.created_at ${order}, ${alias}.tenant_oid, ${alias}.seq ${order}`)

/** CTE `keys`: the first entries of a subtree, and the `place` of each in their order. Deleted tenants have a head, too. */
export function mergedKeys({ where, limit, order, range }: MergedSearch): RawBuilder<unknown> {
  const { from, to } = range ?? EVERY_PATH
  const by = (alias: string): RawBuilder<unknown> => byTime(alias, order)
  const ofEach = (when: Where): RawBuilder<unknown> => sql`select x.* from heads h cross join lateral (
        select ${KEYS} from journal j where j.tenant_oid = h.tenant_oid and ${allOf([...where, when])} order by j.seq ${sql.raw(order)} limit ${usual(limit)}) x
        where (select few from size)`
  const [first, rest] = stagesOf(order)
  return sql`with heads as materialized (select h.tenant_oid from journal_head h where h.tenant_path >= ${from} and h.tenant_path < ${to} limit ${sql.lit(MERGED + 1)}),
    size as materialized (select count(*) <= ${sql.lit(MERGED)} as few from heads),
    first as materialized (${ofEach(first)}),
    keys as materialized (select f.*, row_number() over (order by ${by('f')}) as place from (
      select * from first
      union all (${ofEach(rest)} and (select count(*) from first) < ${usual(limit)})
      union all (select ${KEYS} from journal j where (select not few from size) and ${allOf(where)} order by ${by('j')} limit ${usual(limit)})
    ) f order by ${by('f')} limit ${usual(limit)})`
}

/**
 * The same where tables are distributed: each server merges the journals of its own tenants. A list of all tenants would go to every server, and
 * beside a list of themes Citus limits nothing.
 */
export function distributedKeys({ where, limit, order, range }: MergedSearch): RawBuilder<unknown> {
  const { from, to } = range ?? EVERY_PATH
  const inSubtree = sql`h.tenant_path >= ${from} and h.tenant_path < ${to}`
  const page = (alias: string): RawBuilder<unknown> => sql`order by ${byTime(alias, order)} limit ${usual(limit)}`
  return sql`with size as materialized (select count(*) <= ${sql.lit(MERGED)} as few
      from (select h.tenant_oid from journal_head h where ${inSubtree} limit ${sql.lit(MERGED + 1)}) s),
    keys as materialized (select f.* from (
      (select x.* from journal_head h cross join lateral (
        select ${KEYS} from journal j where j.tenant_oid = h.tenant_oid and ${allOf(where)} order by j.seq ${sql.raw(order)} limit ${usual(limit)}) x
        where ${inSubtree} and (select few from size) ${page('x')})
      union all (select ${KEYS} from journal j where (select not few from size) and ${allOf(where)} ${page('j')})
    ) f ${page('f')})`
}
