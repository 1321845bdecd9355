import type { FastifyInstance } from 'fastify'
import { HttpProblem } from './problem.ts'

const DATABASE_TIMEOUT_MS = 2_000

/** What readiness depends on. */
export interface Readiness {
  /** Resolves when the database has answered. */
  ping: () => Promise<unknown>
  /** Whether the database is busy but answering other requests, so that a ping has to queue. @default never busy */
  isBusy?: () => boolean
  /** Whether this copy is about to end, and balancers are to leave. @default never */
  isDraining?: () => boolean
}

/**
 * `GET /healthz`: liveness; independent of the database, because restarting this process would not bring it back.
 * `GET /readyz`: readiness: 200 if the database answers and this copy is not about to end, else a 503 problem. A long import does not count as down.
 */
export function registerHealth(app: FastifyInstance, { ping, isBusy = () => false, isDraining = () => false }: Readiness): void {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    if (isDraining()) throw new HttpProblem(503, 'This copy of the service is about to end.')
    try {
      await answerOr(ping(), isBusy)
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      throw new HttpProblem(503, 'The database does not answer.', { headers: { 'retry-after': '1' } })
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}

/** Waits for the ping; after a while, a busy database is enough. */
async function answerOr(answer: Promise<unknown>, isBusy: () => boolean): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => (isBusy() ? resolve() : reject(new Error(`no answer within ${DATABASE_TIMEOUT_MS} ms`))), DATABASE_TIMEOUT_MS)
  })
  await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
