import pg from 'pg'
import { connectionOf, type Client, type Connection, type Watch } from './connection.ts'

/** Lends connections; `broken` ones are not lent again. */
export interface Pool {
  acquire(): Promise<{ connection: Connection; release: (broken: boolean) => void }>
  close(): Promise<void>
}

/** Connections to a PostgreSQL server. */
export function serverPool(options: { url: string; size: number; statementTimeoutMs: number; watch: Watch }): Pool {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size,
    application_name: 'sdwan-service',
    // Compiling a list's plan, or starting workers for it, takes longer than running it; estimates under row-level security provoke both.
    options: '-c jit=off -c max_parallel_workers_per_gather=0',
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: 4 * options.statementTimeoutMs,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  })
  // A connection lost while idle is replaced by the next acquire; whoever used it meanwhile gets the error itself.
  pool.on('error', () => undefined)
  const known = new WeakMap<object, Connection>()
  return {
    async acquire() {
      const client = await pool.connect()
      const connection = known.get(client) ?? connectionOf(client as unknown as Client, options.watch)
      known.set(client, connection)
      return { connection, release: (broken) => client.release(broken) }
    },
    close: () => pool.end(),
  }
}

/** The one connection of an embedded database; whoever comes next waits. */
export function singlePool(client: Client, options: { watch: Watch; close: () => Promise<void> }): Pool {
  const connection = connectionOf(client, options.watch)
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
