import type { FastifyInstance } from 'fastify'
import { forCaller } from '../db/connections/caller-gone.ts'

const READ_METHODS = new Set(['GET', 'HEAD'])

/** Cancels a read when the caller disconnects; a write that has begun is completed. */
export function cancelReadsOnDisconnect(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!READ_METHODS.has(request.method)) return done()
    const controller = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) controller.abort()
    })
    forCaller(controller.signal, done)
  })
}
