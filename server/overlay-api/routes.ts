import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database } from '../db/database.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { paging, type Query } from '../entities/http/read-query.ts'
import { overlayOid, tenantNode } from '../entities/http/route-tenant.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { TenantNode } from '../policies/caller.ts'
import { deviceViews } from './device-views.ts'
import { MAP_RESOURCE, overlayMap } from './overlay-map.ts'
import { overlayStats, STATS_RESOURCE } from './stats.ts'
import { viewQuery } from './view-query.ts'

/** Registers the overlay calls that span entities (S1 section 7); requires `request.caller`. */
export function overlayRoutes(app: FastifyInstance, database: Database): void {
  for (const [url, { resource, document }] of Object.entries(settings))
    app.get(url, async (request) => ({ data: [document(await readableOverlay(database, request, resource))] }))
  app.get('/api/v1/overlay/map', { config: { mayLag: true } }, async (request) => {
    const overlay = await readableOverlay(database, request, MAP_RESOURCE)
    return { data: [await database.withinTenant(request.caller.scopes(), overlay.oid, (queries) => overlayMap(queries, overlay.oid))] }
  })
  app.get('/api/v1/stats', { config: { mayLag: true } }, async (request) => {
    const overlay = await readableOverlay(database, request, STATS_RESOURCE)
    const about = { catalogue: catalogueOf(database), at: Date.now() }
    return {
      data: [await database.withinTenant(request.caller.scopes(), overlay.oid, (queries) => overlayStats(queries, overlay.oid, about))],
    }
  })
  for (const [url, { resource, ofSite, select, fields }] of Object.entries(deviceViews))
    app.get(url, { config: { mayLag: true, parameters: ['page', 'size', 'sort', 'filter'] } }, async (request) => {
      const overlay = await readableOverlay(database, request, resource)
      const site = ofSite ? (request.params as { oid: string }).oid : undefined
      if (site !== undefined && /\0|\p{Surrogate}/u.test(site)) throw unknownSite()
      const { page, size } = paging(request.query as Query)
      const { where, order } = viewQuery(request.query as Query, fields)
      const places: Record<string, RawBuilder<unknown>> = { $overlay: sql`${overlay.oid}`, $site: sql`${site}::text` }
      const parts = select.split(/(\$overlay|\$site)/).map((part) => places[part] ?? sql.raw(part))
      const { rows } = await database.withinTenant(request.caller.scopes(), overlay.oid, (queries) =>
        sql<{
          total: number
          data: Rec[] | null
          known: boolean
        }>`with found as materialized (select f.* from (${sql.join(parts, sql``)}) f where ${where})
          select (select count(*)::integer from found) as total, (select json_agg(p.item) from (select item from found f order by ${order} limit ${size} offset ${(page - 1) * size}) p) as data,
            ${site}::text is null or exists (select from entity.site s where s.tenant_oid = ${overlay.oid} and s.oid = ${site}::text) as known`.execute(
          queries,
        ),
      )
      const [found] = rows
      if (found?.known !== true) throw unknownSite()
      return { data: found.data ?? [], meta: { totalCount: found.total, page, size } }
    })
}

/** Returns the overlay of the request, if the caller may read the resource there. */
async function readableOverlay(database: Database, request: FastifyRequest, resource: string): Promise<TenantNode> {
  const overlay = await tenantNode(database, request.caller, overlayOid(request))
  if (!request.caller.rightsOn(overlay).has(resource, 'read')) throw new HttpProblem(403, 'You may not read this here.')
  return overlay
}

function unknownSite(): HttpProblem {
  return new HttpProblem(404, 'There is no such site, or you may not read it.')
}

/** A settings document derived from the customer's tenant. */
interface Settings {
  /** Resource whose read permission the document requires. */
  resource: string
  document: (overlay: TenantNode) => Rec
}

/** Documents by URL segment. */
const settings: Readonly<Record<string, Settings>> = {
  '/api/v1/sdi/settings': { resource: 'network', document: ({ features }) => ({ enabled: features['sdi'] === 'enabled' }) },
}
