import { scopeOf } from '../../schemas/rights/rights.ts'
import type { Operation } from '../../schemas/tenancy.ts'
import type { Database } from '../db/database.ts'
import { hasUnstorable } from '../../schemas/vocabulary/storable-text.ts'
import { tenantNode } from '../entities/http/route-tenant.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'

/** Returns the overlay if the caller has the permission; throws the same 404 for inaccessible and unknown ones. */
export async function viewedOverlay(
  db: Database,
  caller: Caller,
  { oid, resource, operation = 'read' }: { oid: string; resource: string; operation?: Operation },
): Promise<TenantNode> {
  const overlay = await knownOverlay(db, caller, oid)
  if (!caller.rightsOn(overlay).has(resource, operation)) throw new HttpProblem(403, 'You may not look at this here.')
  return overlay
}

/** Returns the overlay if the caller has any role in it; throws the same 404 for inaccessible and unknown ones. */
export async function knownOverlay(db: Database, caller: Caller, oid: string): Promise<TenantNode> {
  const unknown = new HttpProblem(404, 'There is no such overlay, or you may not work in it.')
  if (hasUnstorable(oid)) throw unknown
  const overlay = await tenantNode(db, caller, oid).catch((error: unknown) => {
    throw error instanceof HttpProblem && error.status === 404 ? unknown : error
  })
  if (scopeOf(overlay.type) !== 'customer') throw unknown
  return overlay
}
