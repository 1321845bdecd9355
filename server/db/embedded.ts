import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import type { Client, Watch } from './connection.ts'
import { singlePool, type Pool } from './pool.ts'

/**
 * PostgreSQL in this process. One process per folder: the caller holds the folder's lock.
 * It does not fsync: it survives a crash of the process, not a loss of power.
 */
export async function embeddedPool(dataDir: string, watch: Watch): Promise<Pool> {
  const engine = await PGlite.create({ dataDir, extensions: { pg_trgm } })
  const client = new pg.Client({ ...createPgConfig(engine) } as pg.ClientConfig)
  await client.connect()
  const close = async (): Promise<void> => {
    await client.end()
    await engine.close()
  }
  return singlePool(client as unknown as Client, { watch, close })
}
