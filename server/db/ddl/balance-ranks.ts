import { sql } from 'kysely'
import { constant } from '../constant.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import type { Queries } from '../database.ts'
import { isDistributed } from '../distribution/connections.ts'
import { rankKey } from './long-columns.ts'
import { BUCKET_ROWS, countBuckets, countsName } from './rank-triggers.ts'

/** Buckets with more rows than this are split. Until then, pages in them only take longer. */
const TOO_LONG = 2 * BUCKET_ROWS

/**
 * Splits buckets that have grown too large and deletes counts of zero; answers how many were split. Locks out writers of the entity, but
 * only when there is something to do.
 */
export async function balanceRanks(queries: Queries, models: Iterable<EntityModel>): Promise<number> {
  if (isDistributed(queries)) return 0
  let split = 0
  for (const model of models) {
    if (model.meta.ranked === undefined) continue
    if ((await longBuckets(queries, model)).length > 0) split += await divide(queries, model)
  }
  return split
}

interface Bucket {
  lower: string
  next: string | null
}

async function longBuckets(queries: Queries, model: EntityModel): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`select lower, next from (select lower, sum(n) as n, lead(lower) over (order by lower) as next
    from list_rank where entity = ${countsName(model)} group by lower) s where n > ${TOO_LONG}`.execute(queries)
  return rows
}

async function divide(queries: Queries, model: EntityModel): Promise<number> {
  await sql`lock table list_rank in share row exclusive mode`.execute(queries)
  for (const table of ['list_rank', 'list_total'])
    await sql`delete from ${sql.raw(table)} where entity = ${countsName(model)} and n = 0`.execute(queries)
  const long = await longBuckets(queries, model)
  for (const { lower, next } of long) {
    const end = next === null ? '' : ` and r.${rankKey(model)} < ${constant(next)}`
    await sql`delete from list_rank where entity = ${countsName(model)} and lower = ${lower}`.execute(queries)
    await sql
      .raw(countBuckets(model, { within: `r.${rankKey(model)} >= ${constant(lower)}${end}`, from: constant(lower) }))
      .execute(queries)
  }
  return long.length
}
