import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { BASE_PATHS, VIEW_BASES } from '../plugins/config.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { knownOverlay } from '../supervision/viewed-overlay.ts'
import { viewTicket } from './view-ticket.ts'
import { ownViews } from './views.ts'

/**
 * `POST {base}/overlays/{overlay}/context` (S2 section 7 prints that of reporting): gives the caller a ticket for the views of a base in an
 * overlay, if any of them is for the caller. The scope must have a caller.
 */
export function registerViewContexts(scope: FastifyInstance, db: Database): void {
  for (const base of VIEW_BASES) {
    const views = ownViews.filter((view) => view.base === base)
    scope.post(`${BASE_PATHS[base]}/overlays/:overlay/context`, async ({ caller, params }, reply) => {
      const overlay = await knownOverlay(db, caller, (params as { overlay: string }).overlay)
      const rights = caller.rightsOn(overlay)
      if (!views.some(({ right }) => rights.has(right.resource, right.operation)))
        throw new HttpProblem(403, 'You may not look at this here.')
      const ticket = viewTicket('address', { personOid: caller.oid, overlayOid: overlay.oid, base }, db.secretKey)
      return reply.header('cache-control', 'no-store').send({ data: [{ ticket }] })
    })
  }
}
