import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Whether the records of the connected database are distributed by Citus. A database that merely has the extension is not. */
export async function findDistribution(queries: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('pg_dist_partition') is not null as found`.execute(queries)
  if (rows[0]?.found !== true) return false
  const { rows: tables } = await sql<{ found: boolean }>`select exists (
    select from pg_dist_partition p where p.logicalrelid = to_regclass('journal') and p.partmethod = 'h') as found`.execute(queries)
  return tables[0]?.found === true
}
