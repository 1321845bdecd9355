import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { inReadSession, type ReadSession } from '../../db/standbys/read-session.ts'
import { seenHeader } from '../../db/standbys/standbys.ts'

/** Names how far what a client has read is written; a client that sends it back sees nothing older, whichever copy answers. */
const POSITION_HEADER = 'x-read-position'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where the service reads from standbys. */
    readSession: ReadSession | undefined
  }

  interface FastifyContextConfig {
    /** The route only reads, and may show other people's changes some seconds late (`READ_MAX_LAG`). */
    mayLag?: boolean
  }
}

/** Gives each request of the scope a session, where the service reads from standbys. */
export function registerReadSessions(scope: FastifyInstance, { standbys }: Database): void {
  scope.decorateRequest('readSession', undefined)
  if (standbys === undefined) return
  scope.addHook('onRequest', (request, _reply, done) => {
    request.readSession = standbys.begin(request.headers[POSITION_HEADER])
    inReadSession(request.readSession, done)
  })
  scope.addHook('onSend', async (request, reply) => {
    const seen = request.readSession && seenHeader(request.readSession)
    if (seen !== undefined) reply.header(POSITION_HEADER, seen)
  })
}

/** The caller of the request is known, or remembered. */
export function identifyReader(request: FastifyRequest, { standbys }: Database): void {
  const { readSession, remembered } = request
  if (standbys === undefined || readSession === undefined) return
  const { oid } = remembered?.caller ?? request.caller
  const couldLag = request.routeOptions.config.mayLag === true
  standbys.identify(readSession, oid, { mayLag: remembered === undefined && couldLag, couldLag })
}
