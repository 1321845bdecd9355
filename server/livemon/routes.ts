import type { FastifyInstance } from 'fastify'
import { scopeOf } from '../../schemas/rights/rights.ts'
import { hintFor } from '../../schemas/vocabulary/names.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database } from '../db/database.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { hasUnstorable } from '../../schemas/vocabulary/storable-text.ts'
import { tenantNode } from '../entities/http/route-tenant.ts'
import { answerOnce, bodyHash } from '../plan/idempotency.ts'
import { fieldError } from '../plugins/english-text.ts'
import { planOptions } from '../plan/plan-http.ts'
import { isObject } from '../plan/read-plan.ts'
import { BASE_PATHS } from '../plugins/config.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'
import { addSession } from './live-sessions.ts'
import { setSessionCookie } from './session-cookie.ts'
import { watchedBox, type BoxReader } from './watched-box.ts'

/** Right required to open a session; losing it ends open sessions. */
export const RESOURCE = 'troubleshooting'

const KNOWN_FIELDS = ['edgeBoxId', 'edgeBoxName']

/** `POST /livemon/v1/{overlay}/sessions` (S1 section 7); the scope must have a caller. */
export function registerLiveSessions(scope: FastifyInstance, { db, isSecure }: { db: Database; isSecure: boolean }): void {
  scope.post(`${BASE_PATHS.livemon}/:overlay/sessions`, { config: { personOnly: true } }, async (request, reply) => {
    const { caller, body } = request
    const { overlay: overlayOid } = request.params as { overlay: string }
    const overlay = await overlayFor(db, caller, overlayOid)
    const boxOid = boxIn(body)
    const call = { caller, key: planOptions(request).idempotencyKey, bodyHash: bodyHash('live session', overlay.oid, body) }
    const oid = await answerOnce(db, call, async (queries) => {
      await checkBox({ queries, catalogue: catalogueOf(db), caller }, { overlayOid: overlay.oid, boxOid })
      return addSession(queries, { caller, overlay, boxOid })
    })
    setSessionCookie(reply, { overlay: overlay.oid, oid }, { secretKey: db.secretKey, isSecure })
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ data: [{ oid }] })
  })
}

/** The overlay in which somebody may troubleshoot; foreign and unknown ones are the same 404. */
export async function overlayFor(db: Database, caller: Caller, oid: string): Promise<TenantNode> {
  if (hasUnstorable(oid)) throw unknownOverlay()
  const overlay = await tenantNode(db, caller, oid).catch((error: unknown) => {
    throw error instanceof HttpProblem && error.status === 404 ? unknownOverlay() : error
  })
  if (scopeOf(overlay.type) !== 'customer') throw unknownOverlay()
  if (!caller.rightsOn(overlay).has(RESOURCE, 'read')) throw new HttpProblem(403, 'You may not troubleshoot in this overlay.')
  return overlay
}

function unknownOverlay(): HttpProblem {
  return new HttpProblem(404, 'There is no such overlay, or you may not work in it.')
}

/** The box that a body names: `{data: [{edgeBoxId, edgeBoxName}]}`; the name is for other services, ours is stored. */
function boxIn(body: unknown): string {
  const data = isObject(body) ? body['data'] : undefined
  const item: unknown = Array.isArray(data) && data.length === 1 ? data[0] : undefined
  if (!isObject(item)) throw new HttpProblem(400, 'The body must be {"data": [{"edgeBoxId", "edgeBoxName"}]} with one edge box.')
  const unknown = Object.keys(item).find((name) => !KNOWN_FIELDS.includes(name))
  if (unknown !== undefined) throw refused(unknown, 'validation.field.unknown', { ...hintFor(unknown, KNOWN_FIELDS) })
  const { edgeBoxId, edgeBoxName = '' } = item
  if (typeof edgeBoxName !== 'string') throw refused('edgeBoxName', 'validation.field.type', { type: 'string' })
  if (typeof edgeBoxId !== 'string' || edgeBoxId === '') throw refused('edgeBoxId', 'validation.field.mandatory')
  if (hasUnstorable(edgeBoxId)) throw refused('edgeBoxId', 'service.reference.unknown')
  return edgeBoxId
}

async function checkBox(reader: BoxReader, wanted: { overlayOid: string; boxOid: string }): Promise<void> {
  const box = await watchedBox(reader, wanted).catch((error: unknown) => {
    throw error instanceof HttpProblem && error.status === 404 ? refused('edgeBoxId', 'service.reference.unknown') : error
  })
  if (box.serialNumber === '') throw refused('edgeBoxId', 'service.livemon.noSerialNumber', { name: box.name })
}

function refused(field: string, key: string, params?: Rec): HttpProblem {
  const error = fieldError(`/data/0/${field}`, key, params)
  return new HttpProblem(400, error.message, { errors: [error] })
}
