import type { FastifyInstance } from 'fastify'
import { forCaller } from '../db/connections/caller-gone.ts'

const READ_METHODS = new Set(['GET', 'HEAD'])

/** What a caller reads is given up when the caller hangs up; a change that has begun is carried out. */
export function giveUpWithCaller(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!READ_METHODS.has(request.method)) return done()
    const controller = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) controller.abort()
    })
    forCaller(controller.signal, done)
  })
}
