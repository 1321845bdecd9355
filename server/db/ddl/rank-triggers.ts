import { tabsOf } from '../../entities/list/tabs.ts'
import { indexName, type EntityModel } from '../../entities/model/entity-model.ts'
import { constant } from '../constant.ts'
import { ownerTrigger } from './functions.ts'
import { rankKey } from './long-columns.ts'

/** What a row counts as: the values that the tabs of its list ask for, as one text. */
export function tabsText(model: EntityModel): string {
  return `jsonb_build_array(${tabsOf(model)
    .values.map(({ value }) => value)
    .join(', ')})::text`
}

const known = new WeakMap<EntityModel, string>()

/** A hash of the order and the tabs that rows are counted by. */
export function countsHash(model: EntityModel): string {
  const hash = known.get(model) ?? indexName('ix', `${rankKey(model)} ${tabsText(model)}`).slice('ix_'.length)
  known.set(model, hash)
  return hash
}

/**
 * The name under which `list_rank` and `list_total` hold the counts of a list. Versions that count otherwise have another one, so that copies of
 * two versions each find theirs.
 */
export function countsName(model: EntityModel): string {
  return `${model.storage}@${countsHash(model)}`
}

const EVENTS = [
  { event: 'insert', tables: 'new table as came', sides: [['came', 1]] },
  {
    event: 'update',
    tables: 'old table as went new table as came',
    sides: [
      ['came', 1],
      ['went', -1],
    ],
  },
  { event: 'delete', tables: 'old table as went', sides: [['went', -1]] },
] as const

/** Functions and triggers that count rows as they come, change and go; while the others are being counted (`counting`), those that are counted already. */
export function rankTriggers(model: EntityModel, { counting }: { counting: boolean }): { functions: string[]; triggers: string[] } {
  const made = EVENTS.map(({ event, tables, sides }) => {
    const from = sides.map(([rows, n]) => `${countedRow(model, n)} from ${rows} r${counting ? ` where ${isCounted(model)}` : ''}`)
    // Counts are of all tenants, whoever writes.
    return ownerTrigger(`entity."${model.storage}_rank_${event}_${countsHash(model)}"`, {
      table: model.table,
      trigger: `rank_${event}_${countsHash(model)}`,
      event,
      tables,
      // Whoever counts waits for those who write, and they for it.
      work: `${counting ? `perform from entity_version where entity = ${constant(model.storage)} for share; ` : ''}${addCounts(model, from.join(' union all '), { areMany: false })}`,
    })
  })
  return { functions: made.map(([fn = '']) => fn), triggers: made.flatMap(([, ...rest]) => rest) }
}

const countedRow = (model: EntityModel, n: 1 | -1): string =>
  `select r.${rankKey(model)} as key, r.tenant_path, ${tabsText(model)} as tabs, ${n} as n`

const isCounted = (model: EntityModel): string =>
  `(r.tenant_oid, r.oid) <= (select v.counting->'after'->>0, v.counting->'after'->>1 from entity_version v where v.entity = ${constant(model.storage)})`

/** Adds rows of key, tenant path, tabs and number to the counts. The bucket of each is looked up, or of many (`areMany`) found among all buckets. */
function addCounts(model: EntityModel, rows: string, { areMany }: { areMany: boolean }): string {
  const name = constant(countsName(model))
  const each = `lateral (select coalesce((select k.lower from list_rank k where k.entity = ${name} and k.lower <= c.key order by k.lower desc limit 1), '') as lower) b`
  const all = `(select array_agg(distinct k.lower order by k.lower) as lowers from list_rank k where k.entity = ${name}) a
        cross join lateral (select coalesce(a.lowers[width_bucket(c.key collate "C", a.lowers)], '') as lower) b`
  return `lock table list_rank in row exclusive mode;
      insert into list_rank as k (entity, lower, tabs, n) select ${name}, b.lower, c.tabs, sum(c.n) from (${rows}) c
        cross join ${areMany ? all : each}
        group by b.lower, c.tabs having sum(c.n) <> 0 order by b.lower, c.tabs
        on conflict (entity, lower, tabs) do update set n = k.n + excluded.n;
      insert into list_total as k (entity, tenant_path, tabs, n) select ${name}, c.tenant_path, c.tabs, sum(c.n) from (${rows}) c
        group by c.tenant_path, c.tabs having sum(c.n) <> 0 order by c.tenant_path, c.tabs
        on conflict (entity, tenant_path, tabs) do update set n = k.n + excluded.n;`
}

/** Statements that add the first rows after one, by primary key, to the counts. */
export function countRows(model: EntityModel, { after, most }: { after: string; most: number }): string[] {
  // Limited rather than bounded, so that the primary key is read in its order: as a range any index that begins with the tenant will do.
  const part = `(select r.* from ${model.table} r where (r.tenant_oid, r.oid) > ${after} order by r.tenant_oid, r.oid limit ${most}) r`
  return addCounts(model, `${countedRow(model, 1)} from ${part}`, { areMany: true })
    .split(';')
    .filter((statement) => statement.trim() !== '')
}

/** Statements that count all rows anew. Safe to repeat. */
export function countAll(model: EntityModel): string[] {
  const name = constant(countsName(model))
  return [
    `delete from list_rank where entity = ${name}`,
    countBuckets(model, { within: 'true' }),
    `delete from list_total where entity = ${name}`,
    `insert into list_total (entity, tenant_path, tabs, n) select ${name}, r.tenant_path, ${tabsText(model)}, count(*) from ${model.table} r group by 2, 3`,
  ]
}

/** Drops all such triggers and their functions. */
export function droppedTriggers({ storage, meta }: EntityModel): string[] {
  if (meta.ranked === undefined) return []
  return [
    `do $$ declare f record; begin
      for f in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'entity'::regnamespace and starts_with(p.proname, ${constant(`${storage}_rank_`)})
      loop execute 'drop function ' || f.name || ' cascade'; end loop; end $$`,
  ]
}

/** Rows per bucket. A page far down skips up to twice as many rows; smaller buckets mean more counts to add up per page. */
export const BUCKET_ROWS = 2_500

/**
 * SQL that counts the rows `within` a key range in buckets of `BUCKET_ROWS`, keeping rows with equal keys together. `from` is the lower
 * bound of the first bucket, as an SQL literal.
 */
export function countBuckets(model: EntityModel, { within, from = `''` }: { within: string; from?: string }): string {
  const key = rankKey(model)
  return `insert into list_rank (entity, lower, tabs, n)
    select ${constant(countsName(model))}, s.lower, s.tabs, count(*) from (
      select x.tabs, coalesce(max(case when x.place % ${BUCKET_ROWS} = 0 then x.key end) over (order by x.key range unbounded preceding), ${from}) as lower
      from (select r.${key} as key, ${tabsText(model)} as tabs, row_number() over (order by r.${key}) as place from ${model.table} r where ${within}) x) s
    group by s.lower, s.tabs`
}
