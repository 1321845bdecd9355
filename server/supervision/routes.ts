import type { FastifyInstance } from 'fastify'
import type { AlertSummary } from '../../schemas/supervision.ts'
import type { Database } from '../db/database.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { BASE_PATHS } from '../plugins/config.ts'
import { alertRules, alertsOf, summaryOf } from './alerts.ts'
import { overlayBoxes } from './overlay-boxes.ts'
import { viewedOverlay } from './viewed-overlay.ts'

/** Registers the supervision calls (S2 section 7); `scope` must have a caller. */
export function registerSupervision(scope: FastifyInstance, db: Database): void {
  scope.get(`${BASE_PATHS.supervision}/alerting-config/:overlay/api/v1/alertSummary`, async ({ caller, params }): Promise<AlertSummary> => {
    const overlay = await viewedOverlay(db, caller, { oid: (params as { overlay: string }).overlay, resource: 'supervision' })
    return db.withinTenant(caller.scopes(), overlay.oid, async (queries) => {
      const rules = await alertRules(queries, { catalogue: catalogueOf(db), caller, overlayOid: overlay.oid })
      return summaryOf(alertsOf(await overlayBoxes(queries, overlay.oid), rules, Date.now()))
    })
  })
}
