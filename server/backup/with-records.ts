import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'
import { checkKey } from '../secret-key/check-key.ts'
import { openOrRefuse } from '../start/open-database.ts'
import { takeRecords } from './take-records.ts'

/** Runs a command's work on stored records, with the database open under its key and an embedded one to itself; then lets go of both. */
export async function withRecords<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
  const release = await takeRecords(env)
  try {
    const database = await openOrRefuse(env)
    try {
      await checkKey(database, env)
      await refuseUnstarted(database)
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    release()
  }
}

/** The first start gives an empty or restored database its roles; without them nothing can be read in it. */
async function refuseUnstarted(database: Database): Promise<void> {
  const { app } = await database.roles()
  const { rows } = await database.asOwner((queries) => sql`select from pg_roles where rolname = ${app}`.execute(queries))
  if (rows.length > 0) return
  throw new EnvError(
    'DATABASE_URL',
    'must name a database in which the service was started; this one is empty or just restored, so start it once',
  )
}
