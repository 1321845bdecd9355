import type { FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { hasUnstorable } from '../../schemas/vocabulary/storable-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { KnownCaller } from '../policies/create-caller.ts'
import { loadCaller } from '../policies/load-caller.ts'
import { findSession, type LiveSession } from './live-sessions.ts'
import { overlayFor } from './routes.ts'
import { watchedBox, type WatchedBox } from './watched-box.ts'

/** A window that may go on. */
export interface Watching {
  session: LiveSession
  /** Who opened the session. */
  caller: KnownCaller
  box: WatchedBox
}

/** Whether a request may ask for a session: its window by a cookie, the window's script by a token. */
export type SessionProof = (request: FastifyRequest, oid: string, secretKey: Buffer) => boolean

/**
 * Whose window asks, and what it may see now. 404: no such session, or not in this browser; 410: it has expired; 403: whoever opened it
 * may not troubleshoot here any more, or there is no box with an appliance any more.
 */
export async function watching(db: Database, request: FastifyRequest, hasProof: SessionProof): Promise<Watching> {
  const { overlay, oid } = request.params as { overlay: string; oid: string }
  const session =
    hasUnstorable(overlay + oid) || !hasProof(request, oid, db.secretKey) ? undefined : await findSession(db, { overlay, oid })
  if (session === undefined) throw new HttpProblem(404, 'There is no such session in this browser.')
  if (session.expiresAt <= Date.now()) throw new HttpProblem(410, 'The session has expired.')
  const loaded = await loadCaller(db, { oid: session.personOid })
  if (loaded === undefined || loaded.removed) throw notAnyMore()
  const { caller } = loaded
  const box = await boxFor(db, caller, session).catch((error: unknown) => {
    throw error instanceof HttpProblem ? notAnyMore() : error
  })
  if (box.serialNumber === '') throw notAnyMore()
  return { session, caller, box }
}

async function boxFor(db: Database, caller: KnownCaller, { overlayOid, boxOid }: LiveSession): Promise<WatchedBox> {
  await overlayFor(db, caller, overlayOid)
  const catalogue = catalogueOf(db)
  return db.withinTenant(caller.scopes(), overlayOid, (queries) => watchedBox({ queries, catalogue, caller }, { overlayOid, boxOid }))
}

function notAnyMore(): HttpProblem {
  return new HttpProblem(403, 'Whoever opened this session may not troubleshoot this edge box any more, or it has no appliance now.')
}
