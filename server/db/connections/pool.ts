import pg from 'pg'
import { connectionOf, type Client, type Connection, type Watch } from './connection.ts'
import { DatabaseAway, isLost } from '../errors.ts'
import { databaseHosts, type DatabaseHost } from './server-address.ts'

/** Lends connections; `broken` ones are not lent again. */
export interface Pool {
  acquire(): Promise<PooledConnection>
  close(): Promise<void>
}

export interface PooledConnection {
  connection: Connection
  release(broken: boolean): void
  /** Ends the statement that the connection is working on; resolves when that was asked for. Absent where the database cannot. */
  cancel?(): Promise<void>
}

export interface ServerOptions {
  /** One server, or several with commas between them, of which one takes writes. */
  url: string
  /** Connections at most. */
  size: number
  watch: Watch
}

const CONNECT_TIMEOUT_MS = 5_000
const IDLE_TIMEOUT_MS = 60_000

/** Connections to PostgreSQL: to the one of the named servers that takes writes, whichever that is by now. */
export function serverPool({ url, size, watch }: ServerOptions): Pool {
  const hosts = databaseHosts(url).map((host) => hostPool(host, size, watch))
  /** The one that took writes last is asked first. */
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
          failure = error
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
  /** Of the server's process; undefined behind a pooler, where it is another one each time. */
  pid: number | undefined
}

function hostPool({ name, url }: DatabaseHost, size: number, watch: Watch): Pool {
  const options = { connectionString: url, application_name: 'sdwan-service', keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
  const pool = new pg.Pool({ ...options, max: size, pipeline: true, idleTimeoutMillis: IDLE_TIMEOUT_MS })
  // Statements are ended from outside, where a full pool cannot be in the way.
  const cancels = new pg.Pool({ ...options, max: 1, idleTimeoutMillis: 1_000 })
  const known = new WeakMap<pg.PoolClient, Known>()
  /** Connections that are older have seen the server go, whether they know it or not. */
  let lostAtMs = 0
  for (const one of [pool, cancels]) {
    one.on('error', () => undefined)
    // While a client is lent nobody else listens, and an event `error` without a listener ends the process. Its user gets the error anyway.
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
  /** What has to be known of a new connection: that it takes writes, and whether its prepared statements are its own. */
  const greet = async (client: pg.PoolClient): Promise<Known> => {
    try {
      const { rows } = await client.query<{ pid: number; standby: boolean }>(
        'select pg_backend_pid() as pid, pg_is_in_recovery() as standby',
      )
      const { pid, standby } = rows[0] ?? { pid: 0, standby: true }
      if (standby) throw new DatabaseAway(`the server ${name} is a standby, which takes no writes`)
      // The types of `pg` neither name `processID` nor reduce its overloads of `query` to the one of `Client`.
      const isDirect = (client as unknown as { processID: number }).processID === pid
      const connection = connectionOf(client as unknown as Client, { ...watch, named: isDirect })
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
      const { client, details } = await acquire().catch((error: unknown) => Promise.reject(isLost(error) ? DatabaseAway.of(error) : error))
      const { connection, pid } = details
      return {
        connection,
        release(broken) {
          if (broken) lostAtMs = performance.now()
          client.release(broken)
        },
        ...(pid !== undefined && { cancel: async () => void (await cancels.query('select pg_cancel_backend($1)', [pid])) }),
      }
    },
    close: async () => void (await Promise.all([pool.end(), cancels.end()])),
  }
}

/** The one connection of an embedded database; whoever comes next waits. */
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
