import type { FastifyInstance } from 'fastify'
import { onRequestWork, RequestWork } from '../db/activity/request-work.ts'

declare module 'fastify' {
  interface FastifyRequest {
    work: RequestWork | undefined
  }
}

/**
 * Tells with each answer how long it took, the database's part of it and the wait for a connection, in milliseconds (`Server-Timing`). Refusals do
 * not: the number of statements could tell a foreign record from one that does not exist.
 */
export function registerServerTiming(scope: FastifyInstance): void {
  scope.decorateRequest('work', undefined)
  scope.addHook('onRequest', (request, _reply, done) => {
    request.work = new RequestWork(request.id)
    onRequestWork(request.work, done)
  })
  scope.addHook('onSend', async ({ work }, reply) => {
    if (work === undefined || reply.statusCode >= 400) return
    const { databaseMs, startedAtMs, statements, waitMs } = work
    const totalMs = performance.now() - startedAtMs
    const parts = [`total;dur=${totalMs.toFixed(1)}`, `db;dur=${databaseMs.toFixed(1)};desc="${statements} statements"`]
    reply.header('server-timing', [...parts, `pool;dur=${waitMs.toFixed(1)}`].join(', '))
  })
}
