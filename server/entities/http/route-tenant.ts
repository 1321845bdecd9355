import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { Caller, TenantNode } from '../../policies/caller.ts'
import type { EntityModel } from '../model/entity-model.ts'
import { text, type Query } from './read-query.ts'
import { loadTenants } from '../records/tenant-context.ts'

/** The tenant named by a call: overlay header, the entity's parameter or `tenantOid`; undefined for 'all' and if there is none. */
export function namedTenant(request: FastifyRequest, model: EntityModel): string | undefined {
  if (model.meta.scope === 'overlay') return overlayOid(request)
  const query = request.query as Query
  const inPath = (request.params as { tenantOid?: string }).tenantOid
  if (inPath !== undefined) return inPath === 'all' ? undefined : inPath
  const named = text(query, model.meta.tenantParam ?? 'tenantOid') ?? text(query, 'tenantOid') ?? text(query, 'parentTenantOid')
  return named === 'all' ? undefined : named
}

/** The overlay named by the header of a call. */
export function overlayOid(request: FastifyRequest): string {
  const header = request.headers['x-overlay-oid']
  if (typeof header !== 'string' || header === '') throw new HttpProblem(400, 'This call needs the header X-Overlay-Oid.')
  return header
}

/** Finds a tenant by oid, among the caller's roles or in the database. Foreign and unknown tenants give the same 404. */
export async function tenantNode(database: Database, caller: Caller, oid: string): Promise<TenantNode> {
  const known =
    caller.memberships.find(({ tenant }) => tenant.oid === oid)?.tenant ??
    (await database.withScope(caller.scopes(), (queries) => loadTenants(queries, [oid]))).get(oid)
  if (known === undefined || caller.rightsOn(known).roles.length === 0)
    throw new HttpProblem(404, 'There is no such tenant, or you may not work in it.')
  return known
}

/** The tenant of a list call. Without one it is 'all', which requires a right. */
export async function listTenant(database: Database, caller: Caller, oid: string | undefined): Promise<TenantNode | 'all'> {
  if (oid !== undefined) return tenantNode(database, caller, oid)
  if (!caller.allAccess) throw new HttpProblem(403, `You may not use the context 'all'; name a tenant.`)
  return 'all'
}
