import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { Step, Task } from './task.ts'

const EVERY_MS = 5 * 60 * 1000
/** Changed rows, counted since a table was last looked after, from which on it is again: so many, and this share of its rows (those of autovacuum). */
const CHANGED = { rows: 50, share: 0.1 }
/** For changes that nobody has counted, because the process was killed: how many pages a table has now, for each that it had. */
const GROWN = { times: 1.2, pages: 16 }

/**
 * What autovacuum does on a server: the embedded database has no process for it. Without it no table has statistics, so that none counts as large
 * and what is remembered of lists of large tables is not, and the room of rows that are no more is not used again.
 */
export const embeddedUpkeep: Task = {
  name: 'embedded_upkeep',
  everyMs: EVERY_MS,
  asOwner: true,
  // The database writes down what it has counted only when it is told to.
  beforehand: 'select pg_stat_force_next_flush()',
  step: lookAfterOne,
}

/** Looks after one table, the smallest first. */
async function lookAfterOne(queries: Queries): Promise<Step> {
  const { rows } = await sql<{ name: string }>`select c.oid::regclass::text as name
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid,
      lateral (select pg_relation_size(c.oid) / current_setting('block_size')::bigint as pages offset 0) size
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'entity'::regnamespace) and (
      greatest(s.n_mod_since_analyze, s.n_dead_tup) > ${sql.lit(CHANGED.rows)} + ${sql.lit(CHANGED.share)} * greatest(c.reltuples, 0)
      or pages > ${sql.lit(GROWN.times)} * c.relpages + ${sql.lit(GROWN.pages)} or (pages > 0 and c.reltuples < 0))
    order by pages limit 2`.execute(queries)
  const [table, another] = rows
  return { rows: 0, isMore: another !== undefined, ...(table && { afterwards: `vacuum (analyze) ${table.name}` }) }
}
