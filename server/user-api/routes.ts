import type { FastifyInstance } from 'fastify'
import { isResource } from '../../schemas/rights/rights.ts'
import { truncated } from '../../schemas/vocabulary/names.ts'
import type { TenantsAnswer } from '../../schemas/tenancy.ts'
import type { Database } from '../db/database.ts'
import { integer, text, type Query } from '../entities/http/read-query.ts'
import { planOptions } from '../plan/plan-http.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { profileOf, saveProfile } from './profile.ts'
import { namePattern, searchTenants } from './tenant-search.ts'
import { contextInTenant, contextOfPerson, permissionsInTenant, userInfo } from './user-context.ts'

const DEFAULT_SIZE = 10
const MAX_SIZE = 100
const MAX_PAGE = 1_000_000

/** Registers the user API (S0 section 7) and the profile; `scope` must have a caller (`registerAuthentication`). */
export function registerUserApi(scope: FastifyInstance, { db }: { db: Database }): void {
  scope.get('/api/user/v1/context', ({ caller }) =>
    db.withScope(caller.scopes(), async (queries) => ({ data: [await contextOfPerson(queries, caller)] })),
  )

  scope.get('/api/user/v2/info', async ({ caller }) => ({ data: [userInfo(caller)] }))

  scope.get('/api/user/v2/context', { config: { parameters: ['tenantOid', 'resource'] } }, (request) => {
    const { caller } = request
    const query = request.query as Query
    const [tenantOid, resource] = [text(query, 'tenantOid'), text(query, 'resource')]
    if (resource !== undefined && tenantOid === undefined) throw new HttpProblem(400, 'A resource needs a tenantOid.')
    return db.withScope(caller.scopes(), async (queries) => {
      if (tenantOid === undefined) return { data: [await contextOfPerson(queries, caller)] }
      if (resource === undefined) return { data: [await contextInTenant(queries, caller, tenantOid)] }
      return { data: [await permissionsInTenant(queries, caller, { tenantOid, resource })] }
    })
  })

  scope.get(
    '/api/user/v2/tenants',
    { config: { mayLag: true, parameters: ['page', 'size', 'filter', 'creates'] } },
    (request): Promise<TenantsAnswer> => {
      const query = request.query as Query
      const page = integer(query, 'page', { from: 0, to: MAX_PAGE, otherwise: 0 })
      const size = integer(query, 'size', { from: 1, to: MAX_SIZE, otherwise: DEFAULT_SIZE })
      const name = namePattern(text(query, 'filter'))
      const creates = text(query, 'creates')
      if (creates !== undefined && !isResource(creates)) throw new HttpProblem(400, `There is no resource '${truncated(creates)}'.`)
      const wanted = { page, size, ...(name !== undefined && { name }), ...(creates !== undefined && { creates }) }
      return db.withScope(request.caller.scopes(), async (queries) => {
        const { tenants, isCut } = await searchTenants(queries, request.caller, wanted)
        return { data: tenants, meta: { page, size, ...(isCut && { isCut }) } }
      })
    },
  )

  scope.get('/api/v1/profile', ({ caller }) =>
    db.withScope(caller.scopes(), async (queries) => ({ data: [await profileOf(queries, caller)] })),
  )

  scope.put('/api/v1/profile', { config: { personOnly: true } }, async (request) => ({
    data: [await saveProfile(db, request.caller, { body: request.body, key: planOptions(request).idempotencyKey })],
  }))
}
