import { sql } from 'kysely'
import { replicationStates, syncStates, type Follower, type Replication } from '../../schemas/operations.ts'
import type { Database } from '../db/database.ts'
import { codeOf } from '../db/errors.ts'

/** A row of `pg_stat_replication`. Whoever may not read it gets rows without a state. */
interface FollowerRow {
  name: string | null
  address: string | null
  state: string | null
  sync: string | null
  lagBytes: string | null
  lagSeconds: number | null
}

/** Engines that have no such view, or refuse it altogether. */
const REFUSED = ['0A000', '42501', '42703', '42883', '42P01']

/** Who follows the primary, by its own word. As the connected user: the service's role has none of what that user was granted. */
export async function replicationOf(db: Pick<Database, 'kind' | 'asOwner'>): Promise<Replication | null> {
  if (db.kind === 'embedded') return null
  try {
    const { rows } = await db.asOwner((queries) =>
      sql<FollowerRow>`select application_name as name, host(client_addr) as address, state, sync_state as sync,
          greatest(0, pg_wal_lsn_diff(written.lsn, replay_lsn))::bigint::text as "lagBytes",
          extract(epoch from replay_lag)::float8 as "lagSeconds"
        from pg_stat_replication, (select case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end as lsn) written
        order by application_name, client_addr, client_port, pid`.execute(queries),
    )
    return replicationFrom(rows)
  } catch (error) {
    if (REFUSED.includes(codeOf(error))) return { isReadable: false, followers: [] }
    throw error
  }
}

/** What the rows tell: nothing where one of them was withheld. */
export function replicationFrom(rows: readonly FollowerRow[]): Replication {
  const isReadable = rows.every(({ state }) => state !== null)
  return { isReadable, followers: isReadable ? rows.map(followerOf) : [] }
}

function followerOf({ name, address, state, sync, lagBytes, lagSeconds }: FollowerRow): Follower {
  const bytes = lagBytes === null ? null : Number(lagBytes)
  return {
    name: name ?? '',
    address,
    state: replicationStates.find((one) => one === state) ?? null,
    sync: syncStates.find((one) => one === sync) ?? null,
    lagBytes: bytes,
    // Without writes PostgreSQL measures no time.
    lagSeconds: lagSeconds ?? (bytes === 0 ? 0 : null),
  }
}
