import type { FastifyInstance } from 'fastify'
import { truncated } from '../../schemas/vocabulary/names.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database } from '../db/database.ts'
import { tenantNode } from '../entities/http/route-tenant.ts'
import { isObject } from '../plan/read-plan.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { subtree } from '../policies/caller.ts'
import { licenceSummary } from './summary.ts'

const FILTERS = ['licenseType', 'licenseSize']

/** `POST cmd/summary/{tenantId}` (S0 section 7): licences that the tenant's subtree has and uses; changes nothing. */
export function licenceSummaryRoute(app: FastifyInstance, database: Database): void {
  app.post('/api/licensing/v2/licenses/cmd/summary/:tenantId', async ({ caller, params, body }) => {
    const { tenantId } = params as { tenantId: string }
    const { licenseType, licenseSize } = filtersOf(body)
    if (/\0|\p{Surrogate}/u.test(tenantId)) throw new HttpProblem(404, 'There is no such tenant, or you may not work in it.')
    const tenant = await tenantNode(database, caller, tenantId)
    if (!caller.rightsOn(tenant).has('licenses', 'read')) throw new HttpProblem(403, 'You may not read licences here.')
    const { groups, ...meta } = await database.withScope(caller.scopes(), (queries) =>
      licenceSummary(queries, { range: subtree(tenant.path), licenseType, licenseSize }),
    )
    return { data: groups, meta }
  })
}

function filtersOf(body: unknown): { licenseType: string | undefined; licenseSize: string | undefined } {
  const given: Rec = isObject(body) ? body : {}
  const unknown = Object.keys(given).find((name) => !FILTERS.includes(name))
  if (unknown !== undefined)
    throw new HttpProblem(400, `The body has an unknown member '${truncated(unknown)}'; known are ${FILTERS.join(', ')}.`)
  const [licenseType, licenseSize] = FILTERS.map((name) => {
    const value = given[name]
    if (value === undefined || value === null || value === '') return undefined
    if (typeof value !== 'string' || /\0|\p{Surrogate}/u.test(value)) throw new HttpProblem(400, `'${name}' must be a text.`)
    return value
  })
  return { licenseType, licenseSize }
}
