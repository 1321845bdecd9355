import { sql } from 'kysely'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import { constant } from '../constant.ts'
import { runOnCoordinator } from '../distribution/run-on-coordinator.ts'
import type { Queries } from '../database.ts'
import { FIRST, noteProgress, peekProgress, progressOf, type RowKey } from './entity-versions.ts'
import { rankKey } from './long-columns.ts'
import { BUCKET_ROWS, countAll, countRows, countsHash, countsName, rankTriggers } from './rank-triggers.ts'

/** Whether all rows are counted as this version asks for. */
export async function isCounted(queries: Queries, model: EntityModel): Promise<boolean> {
  return (await peekProgress(queries, model.storage)).counted === countsName(model)
}

/** Counts all rows in this transaction, unless that is done. */
export async function countNow(queries: Queries, model: EntityModel): Promise<void> {
  const progress = await progressOf(queries, model.storage)
  if (progress.counted === countsName(model)) return
  const { functions, triggers } = rankTriggers(model, { counting: false })
  await runOnCoordinator(queries, [...functions, ...triggers])
  await run(queries, countAll(model))
  await noteProgress(queries, model.storage, { ...progress, counting: null, counted: countsName(model) })
  await dropEarlier(queries, model)
}

/** Rows that are counted while others wait to write: some tens of milliseconds. */
const BATCH = 1_000

/**
 * Counts a part of the rows while others write in between; answers whether something is left. First the keys at which buckets begin, which
 * locks nobody out, then triggers that count what is written to counted rows, then one part after another.
 */
export async function countNext(queries: Queries, model: EntityModel): Promise<boolean> {
  const name = countsName(model)
  // Without a lock: those who write have the table, and then look at the progress, too.
  const { counting, counted } = await peekProgress(queries, model.storage)
  if (counted === name) return false
  if (counting?.name !== name) {
    await beginCounting(queries, model)
    return true
  }
  // In this order, as whoever writes has the table first.
  await sql.raw(`lock table ${model.table} in share row exclusive mode`).execute(queries)
  const progress = await progressOf(queries, model.storage)
  if (progress.counting?.name !== name) return true
  const last = await lastOfPart(queries, model, progress.counting.after)
  if (last === undefined) {
    await runOnCoordinator(queries, rankTriggers(model, { counting: false }).functions)
    await run(queries, [`delete from list_rank where entity = ${constant(name)} and n = 0`])
    await noteProgress(queries, model.storage, { ...progress, counting: null, counted: name })
    await dropEarlier(queries, model)
    return false
  }
  await run(queries, countRows(model, { after: literal(progress.counting.after), most: BATCH }))
  await noteProgress(queries, model.storage, { ...progress, counting: { name, after: last } })
  return true
}

const literal = (key: RowKey): string => `(${key.map(constant).join(', ')})`

async function lastOfPart(queries: Queries, { table }: EntityModel, after: RowKey): Promise<RowKey | undefined> {
  const { rows } = await sql<{ tenantOid: string; oid: string }>`select x.tenant_oid as "tenantOid", x.oid from (
      select r.tenant_oid, r.oid from ${sql.raw(table)} r where ${sql.raw(`(r.tenant_oid, r.oid) > ${literal(after)}`)} order by r.tenant_oid, r.oid limit ${BATCH}) x
    order by x.tenant_oid desc, x.oid desc limit 1`.execute(queries)
  const [last] = rows
  return last && [last.tenantOid, last.oid]
}

/** Nothing is counted yet; the triggers find the buckets by rows without a count. */
async function beginCounting(queries: Queries, model: EntityModel): Promise<void> {
  const [name, key] = [constant(countsName(model)), rankKey(model)]
  await run(queries, [
    `delete from list_rank where entity = ${name}`,
    `delete from list_total where entity = ${name}`,
    `insert into list_rank (entity, lower, tabs, n) select distinct ${name}, x.key, '[]', 0 from (
      select r.${key} as key, row_number() over (order by r.${key}) as place from ${model.table} r) x where x.place % ${BUCKET_ROWS} = 0 and x.key <> ''
      union all select ${name}, '', '[]', 0`,
  ])
  const { functions, triggers } = rankTriggers(model, { counting: true })
  await runOnCoordinator(queries, [...functions, ...triggers])
  const progress = await progressOf(queries, model.storage)
  await noteProgress(queries, model.storage, { ...progress, counting: { name: countsName(model), after: FIRST } })
}

/** Drops the triggers and counts of all versions but this one and the one before it, whose copies may still run. */
async function dropEarlier(queries: Queries, model: EntityModel): Promise<void> {
  const { rows } = await sql<{ hash: string; functions: string[] }>`select hash, array_agg(fn) as functions from (
      select coalesce(substring(t.tgname from '^rank_(?:insert|update|delete)_(.+)$'), '') as hash, t.oid as made, t.tgfoid::regprocedure::text as fn
      from pg_trigger t where t.tgrelid = ${model.table}::regclass and not t.tgisinternal and t.tgname ~ '^rank_(insert|update|delete)') x
    group by hash order by max(made) desc`.execute(queries)
  for (const { hash, functions } of rows.filter((found) => found.hash !== countsHash(model)).slice(1)) {
    const name = constant(hash === '' ? model.storage : `${model.storage}@${hash}`)
    await run(queries, [
      ...functions.map((fn) => `drop function ${fn} cascade`),
      `delete from list_rank where entity = ${name}`,
      `delete from list_total where entity = ${name}`,
    ])
  }
}

async function run(queries: Queries, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(queries)
}
