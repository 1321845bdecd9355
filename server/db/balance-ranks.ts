import { sql } from 'kysely'
import { catalogueOf } from '../entities/catalogue.ts'
import { constant } from '../entities/field.ts'
import type { EntityModel } from '../entities/entity-model.ts'
import type { Database, Queries } from './database.ts'
import { countStretches, RANK_KEY, STRETCH } from './rank-triggers.ts'
import { EVERYTHING } from './scope.ts'

/** A stretch of this many rows is divided: until then its pages only take longer. */
const TOO_LONG = 2 * STRETCH

/** Divides stretches that have grown long, and forgets counts of none. Writers of the entity wait meanwhile; where nothing is to do, nobody does. */
export async function balanceRanks(database: Database): Promise<void> {
  for (const model of catalogueOf(database).models.values()) {
    if (model.meta.ranked === undefined) continue
    const long = await database.withScope(EVERYTHING, (queries) => longStretches(queries, model))
    if (long.length > 0) await database.transaction(EVERYTHING, (queries) => divide(queries, model))
  }
}

interface Stretch {
  lower: string
  next: string | null
}

async function longStretches(queries: Queries, { name }: EntityModel): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`select lower, next from (select lower, sum(n) as n, lead(lower) over (order by lower) as next
    from list_rank where entity = ${name} group by lower) s where n > ${TOO_LONG}`.execute(queries)
  return rows
}

async function divide(queries: Queries, model: EntityModel): Promise<void> {
  await sql`lock table list_rank in share row exclusive mode`.execute(queries)
  for (const table of ['list_rank', 'list_total'])
    await sql`delete from ${sql.raw(table)} where entity = ${model.name} and n = 0`.execute(queries)
  for (const { lower, next } of await longStretches(queries, model)) {
    const end = next === null ? '' : ` and r.${RANK_KEY} < ${constant(next)}`
    await sql`delete from list_rank where entity = ${model.name} and lower = ${lower}`.execute(queries)
    await sql.raw(countStretches(model, { within: `r.${RANK_KEY} >= ${constant(lower)}${end}`, from: constant(lower) })).execute(queries)
  }
}
