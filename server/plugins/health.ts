import type { FastifyInstance } from 'fastify'
import { HttpProblem } from './problem.ts'

const DATABASE_TIMEOUT_MS = 2_000

/** What health is asked of. */
export interface Patient {
  /** Resolves when the database has answered. */
  ping: () => Promise<unknown>
  /** Whether the database works for others, and answers them, so that the question has to wait. @default it never does */
  isBusy?: () => boolean
}

/** `GET /healthz`: 200 once the database answers, a 503 problem while it does not. A long import is no illness. */
export function registerHealth(app: FastifyInstance, { ping, isBusy = () => false }: Patient): void {
  app.get('/healthz', { logLevel: 'warn' }, async (request, reply) => {
    try {
      await answerOr(ping(), isBusy)
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      throw new HttpProblem(503, 'The database does not answer.', { headers: { 'retry-after': '2' } })
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
