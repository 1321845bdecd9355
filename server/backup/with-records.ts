import type { Database } from '../db/database.ts'
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
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    release()
  }
}
