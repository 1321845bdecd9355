import type { FastifyInstance } from 'fastify'
import { HttpProblem } from './problem.ts'

const DATABASE_TIMEOUT_MS = 2_000

/** What readiness is asked of. */
export interface Readiness {
  /** Resolves when the database has answered. */
  ping: () => Promise<unknown>
  /** Whether the database works for others, and answers them, so that the question has to wait. @default it never does */
  isBusy?: () => boolean
}

/**
 * `GET /healthz`: the process lives; whoever starts processes anew asks this, and no restart of ours brings a database back.
 * `GET /readyz`: it can serve requests, too: 200 once the database answers, a 503 problem while it does not. A long import does not count.
 */
export function registerHealth(app: FastifyInstance, { ping, isBusy = () => false }: Readiness): void {
  app.get('/healthz', { logLevel: 'warn' }, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    try {
      await answerOr(ping(), isBusy)
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      throw new HttpProblem(503, 'The database does not answer.', { headers: { 'retry-after': '1' } })
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}

/** Waits for the answer; after a while for nothing more than a sign that there will be one. */
async function answerOr(answer: Promise<unknown>, isBusy: () => boolean): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => (isBusy() ? resolve() : reject(new Error(`no answer within ${DATABASE_TIMEOUT_MS} ms`))), DATABASE_TIMEOUT_MS)
  })
  await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
