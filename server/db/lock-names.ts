import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** The database keeps all locks in one table of some thousands; a transaction that deletes 100,000 tenants has to fit. */
const BUCKETS = 512

/**
 * Holds names of a kind (tenants by licences, overlays by an ordered list) until the transaction ends: whoever else wants one of them
 * waits. Names share a bounded number of locks, so that now and then one waits for another; the order is the same everywhere.
 */
export async function lockNames(queries: Queries, kind: string, names: Iterable<string>): Promise<void> {
  await sql`with buckets as materialized (
      select distinct (hashtext(x.name) & ${BUCKETS - 1}::integer) as bucket from unnest(${[...new Set(names)]}::text[]) as x(name) order by 1
    ) select pg_advisory_xact_lock(hashtext(${kind}), bucket) from buckets`.execute(queries)
}
