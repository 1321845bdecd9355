import type { Connection } from '../connections/connection.ts'
import type { Pool } from '../connections/pool.ts'
import type { Pulse } from '../connections/pulse.ts'
import { readPosition } from './wal-position.ts'

/** Why a standby is asked or not. */
export type StandbyState = 'asked' | 'lagging' | 'away'

/** What a standby says of itself. */
export interface Replayed {
  /** Tells one start of a server from another. */
  server: string
  position: bigint
}

/** One server of `DATABASE_READ_URL`. */
export interface Standby {
  /** Host and port, for messages. */
  readonly name: string
  readonly pool: Pool
  readonly pulse: Pulse
  /** A connection of its own, so that probes do not wait for reads. */
  readonly probes: Pool
  state: StandbyState
  /** It is no standby at present, and is not asked. */
  isPrimary: boolean
  /** How old its data were at the last probe; `Infinity` if unknown. */
  ageMs: number
  /** Until when its data are known to reach. */
  reachedMs: number
  /** Reads under way. */
  reads: number
  /** Aborts when the server is found to be away, also for reads that would wait for it. */
  gone: AbortController
}

const START = 'extract(epoch from pg_postmaster_start_time())::text'
const REPLAYED = `select ${START} as server, case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as position`
const PROBE_TIMEOUT_MS = 2_000

/** Asks a connection how far its server has replayed; undefined for a server that is no standby, e.g. because it was promoted. */
export async function askReplayed({ control }: Pick<Connection, 'control'>): Promise<Replayed | undefined> {
  const { rows } = await control(REPLAYED)
  const [{ server, position }] = rows as [{ server: string; position: string | null }]
  const found = readPosition(position)
  return found === undefined ? undefined : { server, position: found }
}

/** Statement for where the primary will write next, and which start of which server it is. */
export const PRIMARY_POSITION = `${START} as server, pg_current_wal_insert_lsn()::text as position`

/** Asks the server itself, and waits for a bounded time. */
export async function probe({ probes }: Standby): Promise<Replayed | undefined> {
  const answer = (async () => {
    const { connection, release } = await probes.acquire()
    let failed = true
    try {
      const found = await askReplayed(connection)
      failed = false
      return found
    } finally {
      release(failed)
    }
  })()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${PROBE_TIMEOUT_MS} ms`)), PROBE_TIMEOUT_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
