import { sql } from 'kysely'
import { catalogueOf } from '../../entities/model/catalogue.ts'
import { constant } from '../../entities/model/field.ts'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import type { Database, Queries } from '../database.ts'
import { countBuckets, RANK_KEY, BUCKET_ROWS } from './rank-triggers.ts'
import { EVERYTHING } from '../scope.ts'

/** Buckets with more rows than this are split. Until then, pages in them only take longer. */
const TOO_LONG = 2 * BUCKET_ROWS

/** Splits buckets that have grown too large and deletes counts of zero. Locks out writers of the entity, but only when there is something to do. */
export async function balanceRanks(database: Database): Promise<void> {
  if (await database.isDistributed()) return
  for (const model of catalogueOf(database).models.values()) {
    if (model.meta.ranked === undefined) continue
    const long = await database.withScope(EVERYTHING, (queries) => longBuckets(queries, model))
    if (long.length > 0) await database.transaction(EVERYTHING, (queries) => divide(queries, model))
  }
}

interface Bucket {
  lower: string
  next: string | null
}

async function longBuckets(queries: Queries, { name }: EntityModel): Promise<Bucket[]> {
  const { rows } = await sql<Bucket>`select lower, next from (select lower, sum(n) as n, lead(lower) over (order by lower) as next
    from list_rank where entity = ${name} group by lower) s where n > ${TOO_LONG}`.execute(queries)
  return rows
}

async function divide(queries: Queries, model: EntityModel): Promise<void> {
  await sql`lock table list_rank in share row exclusive mode`.execute(queries)
  for (const table of ['list_rank', 'list_total'])
    await sql`delete from ${sql.raw(table)} where entity = ${model.name} and n = 0`.execute(queries)
  for (const { lower, next } of await longBuckets(queries, model)) {
    const end = next === null ? '' : ` and r.${RANK_KEY} < ${constant(next)}`
    await sql`delete from list_rank where entity = ${model.name} and lower = ${lower}`.execute(queries)
    await sql.raw(countBuckets(model, { within: `r.${RANK_KEY} >= ${constant(lower)}${end}`, from: constant(lower) })).execute(queries)
  }
}
