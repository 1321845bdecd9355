import type { EntityModel } from '../../entities/model/entity-model.ts'
import { constant } from '../constant.ts'
import { tabsOf } from '../../entities/list/tabs.ts'
import { ownerTrigger } from './functions.ts'

/** Column of a row's place in the order by rank (`x-entity.ranked`). */
export const RANK_KEY = 'rank_key'

/** What a row counts as: the values that the tabs of its list ask for, as one text. */
export function tabsText(model: EntityModel): string {
  return `jsonb_build_array(${tabsOf(model)
    .values.map(({ value }) => value)
    .join(', ')})::text`
}

/** The column that rows are ranked by, and its index. */
export function rankColumn({ table, meta }: EntityModel): string[] {
  if (meta.ranked === undefined) return []
  const key = `coalesce(sort_keys->>${constant(meta.ranked)}, '')`
  return [`alter table ${table} add column if not exists ${RANK_KEY} text collate "C" generated always as (${key}) stored`]
}

/** Triggers that count rows as they come, change and go, and the counts of those that are there. Safe to repeat. */
export function rankTriggers(model: EntityModel): string[] {
  const { storage: name, table, meta } = model
  if (meta.ranked === undefined) return []
  const fn = `entity."${name}_rank"`
  const side = (rows: string, n: 1 | -1): string =>
    `select r.${RANK_KEY} as key, r.tenant_path, ${tabsText(model)} as tabs, ${n} as n from ${rows} r`
  const body = (sides: readonly string[]): string => `lock table list_rank in row exclusive mode;
      insert into list_rank as k (entity, lower, tabs, n) select ${constant(name)}, b.lower, c.tabs, sum(c.n) from (${sides.join(' union all ')}) c
        cross join lateral (select coalesce((select k.lower from list_rank k where k.entity = ${constant(name)} and k.lower <= c.key order by k.lower desc limit 1), '') as lower) b
        group by b.lower, c.tabs having sum(c.n) <> 0 order by b.lower, c.tabs
        on conflict (entity, lower, tabs) do update set n = k.n + excluded.n;
      insert into list_total as k (entity, tenant_path, tabs, n) select ${constant(name)}, c.tenant_path, c.tabs, sum(c.n) from (${sides.join(' union all ')}) c
        group by c.tenant_path, c.tabs having sum(c.n) <> 0 order by c.tenant_path, c.tabs
        on conflict (entity, tenant_path, tabs) do update set n = k.n + excluded.n;`
  const kinds = [
    { event: 'insert', tables: 'new table as came', sides: [side('came', 1)] },
    { event: 'update', tables: 'old table as went new table as came', sides: [side('came', 1), side('went', -1)] },
    { event: 'delete', tables: 'old table as went', sides: [side('went', -1)] },
  ]
  return [
    // Counts are of all tenants, whoever writes.
    ...kinds.flatMap(({ event, tables, sides }) =>
      ownerTrigger(fn.replace(/"$/, `_${event}"`), { table, trigger: `rank_${event}`, event, tables, work: body(sides) }),
    ),
    `delete from list_rank where entity = ${constant(name)}`,
    countBuckets(model, { within: 'true' }),
    `delete from list_total where entity = ${constant(name)}`,
    `insert into list_total (entity, tenant_path, tabs, n) select ${constant(name)}, r.tenant_path, ${tabsText(model)}, count(*) from ${table} r group by 2, 3`,
  ]
}

/** Drops the triggers and their functions. */
export function droppedTriggers({ storage: name, meta }: EntityModel): string[] {
  if (meta.ranked === undefined) return []
  return ['insert', 'update', 'delete'].map((event) => `drop function if exists entity."${name}_rank_${event}"() cascade`)
}

/** Rows per bucket. A page far down skips up to twice as many rows; smaller buckets mean more counts to add up per page. */
export const BUCKET_ROWS = 2_500

/**
 * SQL that counts the rows `within` a key range in buckets of `BUCKET_ROWS`, keeping rows with equal keys together. `from` is the lower
 * bound of the first bucket, as an SQL literal.
 */
export function countBuckets(model: EntityModel, { within, from = `''` }: { within: string; from?: string }): string {
  return `insert into list_rank (entity, lower, tabs, n)
    select ${constant(model.storage)}, s.lower, s.tabs, count(*) from (
      select x.tabs, coalesce(max(case when x.place % ${BUCKET_ROWS} = 0 then x.key end) over (order by x.key range unbounded preceding), ${from}) as lower
      from (select r.${RANK_KEY} as key, ${tabsText(model)} as tabs, row_number() over (order by r.${RANK_KEY}) as place from ${model.table} r where ${within}) x) s
    group by s.lower, s.tabs`
}
