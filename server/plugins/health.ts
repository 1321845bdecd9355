import type { FastifyInstance } from 'fastify'
import { HttpProblem } from './problem.ts'

const DATABASE_TIMEOUT_MS = 2_000

/** `GET /healthz`: 200 once the database answers, a 503 problem while it does not. */
export function registerHealth(app: FastifyInstance, ping: () => Promise<unknown>): void {
  app.get('/healthz', { logLevel: 'warn' }, async (request, reply) => {
    try {
      await withTimeout(ping(), DATABASE_TIMEOUT_MS)
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer')
      throw new HttpProblem(503, 'The database does not answer.', { headers: { 'retry-after': '2' } })
    }
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
