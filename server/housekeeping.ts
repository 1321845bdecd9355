import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './db/database.ts'
import { forgetOldAnswers } from './plan/idempotency.ts'

const EVERY_MS = 60 * 60 * 1000

/** Once an hour removes what nobody will ask for again; the answer ends it. Several copies may do so at once. */
export function startHousekeeping(database: Database, log: FastifyBaseLogger): () => void {
  const timer = setInterval(() => {
    forgetOldAnswers(database).catch((error: unknown) => log.warn({ err: error }, 'old answers could not be removed'))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
