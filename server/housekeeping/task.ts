import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { isDistributed } from '../db/distribution/connections.ts'
import { EVERYTHING } from '../db/scope.ts'

/** What one step did. */
export interface Step {
  /** Rows that it removed or put together. */
  rows: number
  /** Whether the next step will find something to do. */
  isMore: boolean
  /** A statement that belongs to the step but not into a transaction (`vacuum`); it runs after the step's own. */
  afterwards?: string
}

/** Work that is done again and again, in steps that are short enough for nobody to notice. */
export interface Task {
  /** As metrics and log lines call it. */
  name: string
  everyMs: number
  /** Pause after a step, as a multiple of how long it took. @default 4 */
  rest?: number
  /** Runs as the owner of the tables, because it makes or drops some. */
  asOwner?: true
  /** A statement that runs by itself before each step. */
  beforehand?: string
  /** Does a bounded part of the work, in a transaction of its own that sees every tenant. */
  step(queries: Queries): Promise<Step>
}

/** Longest time that a step waits for a lock: whoever comes behind it waits as long. */
const LOCK_TIMEOUT_MS = 1_000

/**
 * Runs one step, or answers `undefined` while another copy of the service runs one of the same task. The lock is the transaction's: one of
 * the session would stay with a connection that a transaction pooler gives to somebody else, and a row with a lease would have to expire.
 */
export async function runStep(database: Database, task: Task): Promise<Step | undefined> {
  const unit = task.asOwner
    ? database.asOwner
    : <T>(work: (queries: Queries) => Promise<T>): Promise<T> => database.transaction(EVERYTHING, work)
  if (task.beforehand !== undefined) await database.alone(task.beforehand)
  const step = await unit(async (queries) => {
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_xact_lock(hashtext('housekeeping'), hashtext(${task.name})) as free,
      set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(queries)
    if (rows[0]?.free !== true) return undefined
    // The other servers of a cluster learn of it by a statement alone: there, somebody may wait for a lock that nobody gives back soon.
    if (isDistributed(queries)) await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT_MS}'`).execute(queries)
    return task.step(queries)
  })
  if (step?.afterwards !== undefined) await database.alone(step.afterwards)
  return step
}
