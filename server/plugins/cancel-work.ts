import type { FastifyInstance } from 'fastify'
import { forCaller, ServiceEnding } from '../db/connections/caller-gone.ts'

const READ_METHODS = new Set(['GET', 'HEAD'])

/**
 * Cancels a read when the caller disconnects; a write that has begun is completed. When `ending` aborts, whatever is still under way is
 * cancelled: it could not be answered any more.
 */
export function cancelWork(app: FastifyInstance, ending: AbortSignal | undefined): void {
  const underWay = new Set<AbortController>()
  ending?.addEventListener('abort', () => {
    for (const controller of underWay) controller.abort(new ServiceEnding())
  })
  app.addHook('onRequest', (request, reply, done) => {
    const controller = new AbortController()
    underWay.add(controller)
    reply.raw.once('close', () => {
      underWay.delete(controller)
      if (READ_METHODS.has(request.method) && !reply.raw.writableFinished) controller.abort()
    })
    if (ending?.aborted === true) controller.abort(new ServiceEnding())
    forCaller(controller.signal, done)
  })
}
