import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres, type TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { prepare, worldOn, type ApiWorld } from '../api/api-world.ts'
import { createPlainDatabase, runSql } from './administrator.ts'
import { startPooler } from './pooler.ts'
import { copyForStandby } from './replicas.ts'

/** Copies of the service on a primary with standbys. */
export interface StandbyWorld {
  primary: TemporaryServer
  standbys: readonly TemporaryServer[]
  copies: readonly ApiWorld[]
  /** The primary, without standbys and without sessions: for what happens elsewhere. */
  elsewhere: ApiWorld
  /** What the copies have logged, with the level before it. */
  log: readonly string[]
  /** Runs a statement on a server as its superuser. */
  on(server: TemporaryServer, statement: string): Promise<unknown>
  /** Waits until a standby shows what was written on the primary until now, which is sent with a delay where commits do not wait for the disk. */
  untilCaughtUp(standby: TemporaryServer): Promise<void>
  /** Keeps a standby from showing anything new; it goes on for a moment after it was told so, which this waits for. */
  pauseReplay(standby: TemporaryServer): Promise<void>
  /** Waits until every copy asks as many standbys. */
  untilAsked(count: number): Promise<void>
  stop(): Promise<void>
}

interface Wanted {
  standbys: number
  copies: number
  maxLagMs: number
  /** Whether a transaction pooler stands before each server. @default false */
  pooled?: boolean
}

const UNTIL_ASKED_MS = 20_000
const SETTINGS = { wal_keep_size: '512MB', wal_retrieve_retry_interval: '100ms' }

/** Starts a primary and its standbys. */
export async function startServers(count: number): Promise<Pick<StandbyWorld, 'primary' | 'standbys' | 'stop'>> {
  const primary = await startPostgres({ settings: SETTINGS })
  const standbys: TemporaryServer[] = []
  const stop = async (): Promise<void> => {
    for (const server of [...standbys, primary]) await server.stop()
  }
  try {
    for (let made = 0; made < count; made++) {
      const fill = async ({ data }: { data: string }): Promise<void> => {
        await copyForStandby(primary, data)
        // Not an argument of the server, which would outrank what a test says afterwards.
        appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\n`)
      }
      standbys.push(await startPostgres({ settings: SETTINGS, fill }))
    }
    return { primary, standbys, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts the servers and opens the copies. */
export async function startStandbyWorld({ standbys: count, copies: many, maxLagMs, pooled = false }: Wanted): Promise<StandbyWorld> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const end of stops.toReversed()) await end()
  }
  try {
    const { primary, standbys, stop: stopServers } = await startServers(count)
    stops.push(stopServers)
    const created = await createPlainDatabase(primary.url)
    const ports = new Map<TemporaryServer, string>()
    for (const server of [primary, ...standbys]) {
      const pooler = pooled ? await startPooler(server, [created.user]) : undefined
      if (pooler !== undefined) stops.push(() => pooler.stop())
      ports.set(server, new URL(pooler?.through(created.url) ?? server.url).port)
    }
    const at = (servers: readonly TemporaryServer[]): string =>
      created.url.replace(/@[^/]*/, `@${servers.map((server) => `127.0.0.1:${ports.get(server)}`).join(',')}`)
    // Whichever accepts writes.
    const url = at([primary, ...standbys])
    const log: string[] = []
    const settings = {
      url: at([...standbys, primary]),
      maxLagMs,
      log: { info: (text: string) => void log.push(`info ${text}`), warn: (text: string) => void log.push(`warn ${text}`) },
    }
    const opened = async (settingsOfCopy?: typeof settings): Promise<ApiWorld> => {
      const database = await openDatabase({ at: { url }, secretKey: Buffer.alloc(32, 7), standbys: settingsOfCopy })
      const world = await worldOn(database, { oid: { platform: 'platform' }, close: () => Promise.resolve() })
      stops.push(() => world.dispose())
      return world
    }
    const elsewhere = await opened()
    await prepare(elsewhere.database)
    const copies: ApiWorld[] = []
    for (let made = 0; made < many; made++) copies.push(await opened(settings))
    return {
      primary,
      standbys,
      copies,
      elsewhere,
      log,
      on: (server, statement) => runSql(server.url, statement),
      untilCaughtUp: (standby) => untilCaughtUp(primary, standby),
      pauseReplay: ({ url }) => pauseReplay(url),
      untilAsked: (wanted) =>
        untilAsked(
          copies.map(({ database }) => database),
          wanted,
        ),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilAsked(databases: readonly Database[], count: number): Promise<void> {
  const asked = (database: Database): number => database.standbys?.states().filter(({ state }) => state === 'asked').length ?? 0
  for (const from = Date.now(); Date.now() < from + UNTIL_ASKED_MS; await sleep(50)) {
    await Promise.all(databases.map((database) => database.standbys?.refresh()))
    if (databases.every((database) => asked(database) === count)) return
  }
  throw new Error(`not ${count} standbys are asked`)
}

async function untilCaughtUp(primary: TemporaryServer, standby: TemporaryServer): Promise<void> {
  // A commit that waits for the disk sends along everything before it.
  await runSql(primary.url, `set synchronous_commit = local; select pg_logical_emit_message(true, 'test', '')`)
  const [now] = await runSql<{ position: string }>(primary.url, 'select pg_current_wal_flush_lsn()::text as position')
  const isThere = async (): Promise<boolean> => {
    const [row] = await runSql<{ isThere: boolean }>(standby.url, `select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"`, [
      now?.position,
    ])
    return row?.isThere === true
  }
  while (!(await isThere())) await sleep(20)
}

async function pauseReplay(url: string): Promise<void> {
  await runSql(url, 'select pg_wal_replay_pause()')
  const isPaused = async (): Promise<boolean> => {
    const [row] = await runSql<{ state: string }>(url, 'select pg_get_wal_replay_pause_state() as state')
    return row?.state === 'paused'
  }
  while (!(await isPaused())) await sleep(20)
}
