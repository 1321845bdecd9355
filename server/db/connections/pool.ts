import pg from 'pg'
import { connectionOf, type Client, type Connection, type Watch } from './connection.ts'
import { ConnectionsShort, DatabaseAway, isLost, NoStandby } from '../errors.ts'
import { databaseHosts, type DatabaseHost } from './server-address.ts'

/** Lends connections; does not reuse `broken` ones. */
export interface Pool {
  acquire(): Promise<PooledConnection>
  close(): Promise<void>
}

export interface PooledConnection {
  connection: Connection
  release(broken: boolean): void
  /** Cancels the running statement; resolves once the request is sent. Absent if the database does not support it. */
  cancel?(): Promise<void>
}

export interface ServerOptions {
  /** One server, or several separated by commas, of which one accepts writes. */
  url: string
  /** Maximum number of connections. */
  size: number
  /** What the servers must be. @default 'primary' */
  role?: 'primary' | 'standby'
  watch: Watch
}

const CONNECT_TIMEOUT_MS = 5_000
const IDLE_TIMEOUT_MS = 60_000
/** What `pg` says, without a code, when a connection in use did not become free in time; not when a new one took too long. */
const NONE_BECAME_FREE = 'timeout exceeded when trying to connect'

/** Creates a pool of connections to whichever of the named servers currently accepts writes, or is a standby. */
export function serverPool({ url, size, role = 'primary', watch }: ServerOptions): Pool {
  const hosts = databaseHosts(url, role).map((host) => hostPool(host, { size, role, watch }))
  /** Hosts in the order to try; the last one that accepted writes is first. */
  let order = [...hosts]
  return {
    async acquire() {
      let failure: unknown
      for (const host of order) {
        try {
          const lent = await host.acquire()
          if (order[0] !== host) order = [host, ...hosts.filter((other) => other !== host)]
          return lent
        } catch (error) {
          // That another server is a standby says less than that this one has too much work.
          if (!(failure instanceof ConnectionsShort)) failure = error
        }
      }
      throw failure
    },
    close: async () => void (await Promise.all(hosts.map((host) => host.close()))),
  }
}

interface Known {
  connection: Connection
  openedAtMs: number
  /** Process id of the server connection; undefined behind a pooler, where it varies. */
  pid: number | undefined
}

function hostPool({ name, url }: DatabaseHost, { size, role, watch }: Required<Omit<ServerOptions, 'url'>>): Pool {
  const options = { connectionString: url, application_name: 'sdwan-service', keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
  const pool = new pg.Pool({ ...options, max: size, pipeline: true, idleTimeoutMillis: IDLE_TIMEOUT_MS })
  // Cancels use a pool of their own, so that a full main pool does not block them.
  const cancels = new pg.Pool({ ...options, max: 1, idleTimeoutMillis: 1_000 })
  const known = new WeakMap<pg.PoolClient, Known>()
  /** When the server was lost; older connections are dead, even if they did not notice. */
  let lostAtMs = 0
  for (const one of [pool, cancels]) {
    one.on('error', () => undefined)
    // `pg` has no listener on a lent client, and an unhandled `error` event ends the process. The client's user gets the error anyway.
    one.on('connect', (client) => void client.on('error', () => undefined))
  }

  const acquire = async (): Promise<{ client: pg.PoolClient; details: Known }> => {
    for (;;) {
      const client = await pool.connect()
      const details = known.get(client)
      if (details !== undefined && details.openedAtMs > lostAtMs) return { client, details }
      if (details === undefined) return { client, details: await greet(client) }
      client.release(true)
    }
  }
  /** Checks that a new connection is to such a server, and whether its prepared statements are its own. */
  const greet = async (client: pg.PoolClient): Promise<Known> => {
    try {
      // A pooler accepts connections whose server is gone, and lets their statements wait. The types of `pg` lack the time limit.
      const question = { text: 'select pg_backend_pid() as pid, pg_is_in_recovery() as standby', query_timeout: CONNECT_TIMEOUT_MS }
      const { rows } = await client.query<{ pid: number; standby: boolean }>(question as pg.QueryConfig)
      const { pid, standby } = rows[0] ?? { pid: 0, standby: true }
      if (standby && role === 'primary') throw new DatabaseAway(`the server ${name} is a standby, which takes no writes`)
      if (!standby && role === 'standby') throw new NoStandby(`the server ${name} is no standby`)
      // The types of `pg` lack `processID`, and its overloads of `query` do not match `Client`.
      const isDirect = (client as unknown as { processID: number }).processID === pid
      const connection = connectionOf(client as Client, { ...watch, named: isDirect })
      const details = { connection, openedAtMs: performance.now(), pid: isDirect ? pid : undefined }
      known.set(client, details)
      return details
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  return {
    async acquire() {
      const { client, details } = await acquire().catch((error: unknown) => Promise.reject(whyNone(error, watch)))
      const { connection, pid } = details
      return {
        connection,
        release(broken) {
          if (broken) lostAtMs = performance.now()
          client.release(broken)
        },
        ...(pid !== undefined && { cancel: async () => void (await cancels.query('select pg_cancel_backend($1::int)', [pid])) }),
      }
    },
    close: async () => void (await Promise.all([pool.end(), cancels.end()])),
  }
}

/** Connections may be in use for long because there is much work, or because the server does not answer. */
function whyNone(error: unknown, { pulse }: Watch): unknown {
  if (error instanceof Error && error.message === NONE_BECAME_FREE && pulse.isAnswering()) return new ConnectionsShort(error)
  return isLost(error) ? DatabaseAway.of(error) : error
}

/** A pool with the single connection of an embedded database; further users queue. */
export function singlePool(client: Client, options: { watch: Watch; close: () => Promise<void> }): Pool {
  const connection = connectionOf(client, { ...options.watch, named: true })
  let free: Promise<void> = Promise.resolve()
  let closed = false
  return {
    async acquire() {
      if (closed) throw new Error('the database is closed')
      const before = free
      let release = (): void => undefined
      free = new Promise((resolve) => (release = resolve))
      await before
      return { connection, release: () => release() }
    },
    async close() {
      closed = true
      await free
      await options.close()
    },
  }
}
