import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { foldMarks } from '../db/ddl/change-marks.ts'
import { balanceRanks } from '../db/ddl/balance-ranks.ts'
import { removeExpiredLinks } from '../identity/accounts/invitations.ts'
import { forgetOldSessions } from '../livemon/live-sessions.ts'
import { forgetOldAnswers } from '../plan/idempotency.ts'

const EVERY_MS = 60 * 60 * 1000

/** Until then, pages far down a list are slower after a large import. */
const BALANCE_EVERY_MS = 60 * 1000

const WORK: readonly [what: string, forget: (database: Database) => Promise<void>][] = [
  ['old answers', forgetOldAnswers],
  ['old live sessions', forgetOldSessions],
  ['old invitation links', removeExpiredLinks],
]

/** Removes expired data every hour and rebalances the ranks of long lists every minute; returns a function that stops it. Safe with several instances. */
export function startHousekeeping(database: Database, log: FastifyBaseLogger): () => void {
  const timer = setInterval(() => {
    for (const [what, forget] of WORK) forget(database).catch((error: unknown) => log.warn({ err: error }, `${what} could not be removed`))
  }, EVERY_MS)
  const balance = setInterval(() => {
    balanceRanks(database).catch((error: unknown) => log.warn({ err: error }, 'long lists could not be divided'))
    foldMarks(database).catch((error: unknown) => log.warn({ err: error }, 'marks of changes could not be added up'))
  }, BALANCE_EVERY_MS)
  timer.unref()
  balance.unref()
  return () => {
    clearInterval(timer)
    clearInterval(balance)
  }
}
