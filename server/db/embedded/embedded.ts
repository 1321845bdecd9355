import pg from 'pg'
import type { Client, Watch } from '../connections/connection.ts'
import { EmbeddedStream, engineModules } from './embedded-stream.ts'
import { singlePool, type PooledConnection, type Pool } from '../connections/pool.ts'
import { freeBytes, refuseWritesWhenFull } from './disk-space.ts'

/** One life of the engine, from its start to its end or its crash. */
interface Session {
  pool: Pool
  isLost(): boolean
  /** Resolves when a lost engine has let go of its folder. */
  gone: Promise<void>
}

/**
 * PostgreSQL in a thread of this process. One process per folder: the caller holds the folder's lock. A crash of the engine fails what
 * is under way and opens the folder again for whoever comes next.
 * It does not fsync: it survives a crash of the process, not a loss of power.
 */
export async function embeddedPool(dataDir: string, watch: Watch): Promise<Pool> {
  let session: Promise<Session> = openSession(dataDir, watch)
  await session
  let closed = false

  /** The engine as it runs, or the next one, which all who wait share; a start that failed is tried again by the next caller. */
  async function living(): Promise<Session> {
    const seen = session
    const found = await seen.catch(() => undefined)
    if (closed || (found && !found.isLost())) return seen
    if (session === seen) session = (found?.gone ?? Promise.resolve()).then(() => openSession(dataDir, watch))
    return session
  }

  return {
    async acquire(): Promise<PooledConnection> {
      for (;;) {
        const current = await living()
        const lent = await current.pool.acquire()
        if (!current.isLost()) return lent
        lent.release(true)
      }
    },
    async close() {
      closed = true
      await session.then(
        ({ pool }) => pool.close(),
        () => undefined,
      )
    },
  }
}

async function openSession(dataDir: string, watch: Watch): Promise<Session> {
  const stream = new EmbeddedStream(dataDir, await engineModules())
  const client = new pg.Client({ stream: () => stream, ssl: false, user: 'postgres', database: 'postgres', pipeline: true })
  let lost = false
  client.on('error', (error) => {
    // The end of the stream is another one.
    if (lost) return
    lost = true
    process.stderr.write(`${error.message}. It is opened again for the next request.\n`)
  })
  client.on('end', () => (lost = true))
  await client.connect()
  // The types of `pg` do not reduce its overloads of `query` to the one of `Client`.
  const plain = client as Client
  return {
    pool: singlePool(
      refuseWritesWhenFull(plain, () => freeBytes(dataDir)),
      { watch, close: () => client.end() },
    ),
    isLost: () => lost,
    gone: stream.exited,
  }
}
