import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queries } from '../database.ts'
import { codeOf } from '../errors.ts'

/** Whoever waits for a lock holds up those who come after it. */
const LOCK_TIMEOUT_MS = 100
/** Somebody had the lock, or two waited for each other. */
const BUSY = ['55P03', '40P01', '40001']
/** Before another try. */
const PAUSE_MS = 50

/** Work on a large table in short transactions, after each of which others have their turn, until a step answers that nothing is left. */
export function inShortTransactions(step: (queries: Queries) => Promise<boolean>): (database: Database) => Promise<void> {
  return async (database) => {
    for (let isMore = true; isMore;) {
      const from = performance.now()
      isMore = await database
        .asOwner(async (queries) => {
          await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(queries)
          return step(queries)
        })
        .catch(async (error: unknown) => {
          if (!BUSY.includes(codeOf(error))) throw error
          await sleep(PAUSE_MS)
          return true
        })
      // As long as the step took.
      await sleep(performance.now() - from)
    }
  }
}
