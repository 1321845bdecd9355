import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import { forNoCaller } from '../db/connections/caller-gone.ts'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { matchNext } from './match-records.ts'
import { unsentDeliveries, waitingChanges } from './outbox-figures.ts'
import { sendMails, type Mailing } from './send-mails.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { tellChanges, type Telling } from './tell-changes.ts'
import { tellingMetrics, type TellingMetrics } from './telling-metrics.ts'

interface TellingParts extends Omit<Telling, 'log' | 'isMailing'> {
  /** Absent: no mail is sent. */
  mailing?: Pick<Mailing, 'mailer' | 'publicUrl' | 'texts'> | undefined
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  registry: Registry
  /** How long to wait while there is nothing to tell. @default a second */
  everyMs?: number
}

/** While the database is away it is asked less often. */
const MAX_PAUSE_MS = 30_000

/** Tells of changes as they come. Safe on many copies of the service. Returns a function that stops it, and resolves when the step under way has ended. */
export function startTelling({ registry, everyMs = 1_000, mailing, database, log }: TellingParts): () => Promise<void> {
  const ending = new AbortController()
  const metrics = tellingMetrics(registry)
  const run = { metrics, everyMs, signal: ending.signal }
  const telling: Telling = { database, log, isMailing: mailing !== undefined }
  const loops = forNoCaller(() =>
    Promise.all([
      keepDoing(async () => ((await measureOutbox(database, metrics)) > 0 ? tellChanges(telling) : 0), { ...run, log }),
      keepDoing(() => sendWebhooks({ database, metrics }), { ...run, log }),
      keepDoing(() => measureDeliveries(database, metrics), { ...run, everyMs: 15 * everyMs, log }),
      keepDoing(async () => ((await matchNext(telling)) ? 1 : 0), { ...run, everyMs: 60 * everyMs, log }),
      ...(mailing ? [keepDoing(() => sendMails({ ...mailing, database, metrics }), { ...run, everyMs: 5 * everyMs, log })] : []),
    ]),
  )
  return async () => {
    ending.abort()
    await loops
  }
}

interface Run {
  metrics: TellingMetrics
  everyMs: number
  signal: AbortSignal
}

/** Does a step again and again, at once while there is more to do. */
async function keepDoing(step: () => Promise<number>, { log, everyMs, signal }: Run & Pick<TellingParts, 'log'>): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    let done = 0
    try {
      done = await step()
      failures = 0
    } catch (error) {
      failures++
      log.warn({ err: error }, 'changes could not be told of')
    }
    const pauseMs = Math.min(everyMs * 2 ** Math.min(failures, 10), Math.max(MAX_PAUSE_MS, everyMs))
    if (done === 0) await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** Notes how many changes wait, and answers how many of them are due. */
async function measureOutbox(database: Database, metrics: TellingMetrics): Promise<number> {
  const { waiting, retrying, due, oldestSeconds } = await database.withScope(EVERYTHING, waitingChanges)
  metrics.waiting(waiting + retrying, oldestSeconds ?? 0)
  return due
}

/** Notes how many messages have not arrived. */
async function measureDeliveries(database: Database, metrics: TellingMetrics): Promise<number> {
  metrics.unsent(await database.withScope(EVERYTHING, unsentDeliveries))
  return 0
}
