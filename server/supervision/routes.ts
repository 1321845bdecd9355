import type { FastifyInstance } from 'fastify'
import type { AlertSummary } from '../../schemas/supervision.ts'
import { scopeOf } from '../../schemas/rights/rights.ts'
import type { Operation } from '../../schemas/tenancy.ts'
import type { Database } from '../db/database.ts'
import { catalogueOf } from '../entities/catalogue.ts'
import { hasUnstorable } from '../entities/filter/parse-filter.ts'
import { tenantNode } from '../entities/route-tenant.ts'
import { BASE_PATHS } from '../plugins/config.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'
import { alertRules, alertsOf, summaryOf } from './alerts.ts'
import { overlayBoxes } from './overlay-boxes.ts'
import { setViewCookies } from './view-cookie.ts'

/** Calls of supervision (S2 section 7); the scope must have a caller. */
export function registerSupervision(scope: FastifyInstance, { db, isSecure }: { db: Database; isSecure: boolean }): void {
  scope.post(`${BASE_PATHS.supervision}/overlays/:overlay/context`, async ({ caller, params }, reply) => {
    const overlay = await viewedOverlay(db, caller, { oid: (params as { overlay: string }).overlay, resource: 'supervision' })
    const paths = [`${BASE_PATHS.supervision}/overlays/${encodeURIComponent(overlay.oid)}/`]
    setViewCookies(reply, { personOid: caller.oid, overlayOid: overlay.oid, paths }, { secretKey: db.secretKey, isSecure })
    return reply.header('cache-control', 'no-store').send({ data: [] })
  })
  scope.get(`${BASE_PATHS.supervision}/alerting-config/:overlay/api/v1/alertSummary`, async ({ caller, params }): Promise<AlertSummary> => {
    const overlay = await viewedOverlay(db, caller, { oid: (params as { overlay: string }).overlay, resource: 'supervision' })
    return db.withScope(caller.scopes(), async (queries) => {
      const rules = await alertRules(queries, { catalogue: catalogueOf(db), caller, overlayOid: overlay.oid })
      return summaryOf(alertsOf(await overlayBoxes(queries, overlay.oid), rules, Date.now()))
    })
  })
}

/** An overlay in which somebody may do that; foreign and unknown ones are the same 404. */
export async function viewedOverlay(
  db: Database,
  caller: Caller,
  { oid, resource, operation = 'read' }: { oid: string; resource: string; operation?: Operation },
): Promise<TenantNode> {
  const unknown = new HttpProblem(404, 'There is no such overlay, or you may not work in it.')
  if (hasUnstorable(oid)) throw unknown
  const overlay = await tenantNode(db, caller, oid).catch((error: unknown) => {
    throw error instanceof HttpProblem && error.status === 404 ? unknown : error
  })
  if (scopeOf(overlay.type) !== 'customer') throw unknown
  if (!caller.rightsOn(overlay).has(resource, operation)) throw new HttpProblem(403, 'You may not look at this here.')
  return overlay
}
