import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { balanceRanks } from '../db/ddl/balance-ranks.ts'
import { removeExpiredLinks } from '../identity/accounts/invitations.ts'
import { forgetOldSessions } from '../livemon/live-sessions.ts'
import { forgetOldAnswers } from '../plan/idempotency.ts'

const EVERY_MS = 60 * 60 * 1000

/** After a large import pages far down take longer until then. */
const BALANCE_EVERY_MS = 60 * 1000

const WORK: readonly [what: string, forget: (database: Database) => Promise<void>][] = [
  ['old answers', forgetOldAnswers],
  ['old live sessions', forgetOldSessions],
  ['old invitation links', removeExpiredLinks],
]

/** Once an hour removes what nobody will ask for again, and once a minute keeps long lists quick; the answer ends it. Several copies may do so at once. */
export function startHousekeeping(database: Database, log: FastifyBaseLogger): () => void {
  const timer = setInterval(() => {
    for (const [what, forget] of WORK) forget(database).catch((error: unknown) => log.warn({ err: error }, `${what} could not be removed`))
  }, EVERY_MS)
  const balance = setInterval(() => {
    balanceRanks(database).catch((error: unknown) => log.warn({ err: error }, 'long lists could not be divided'))
  }, BALANCE_EVERY_MS)
  timer.unref()
  balance.unref()
  return () => {
    clearInterval(timer)
    clearInterval(balance)
  }
}
