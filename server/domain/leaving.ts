import type { TenantNode } from '../policies/caller.ts'
import { loadTenants } from '../entities/tenant-context.ts'
import { activeDrafts, type Draft, type PlanWork } from '../plan/draft.ts'

/** What the journal calls the step that carries out what follows from a tenant's end. */
export const LEAVE = 'leave'

/** A tenant that the plan deletes. */
export interface LeavingTenant {
  draft: Draft
  node: TenantNode
  /** The nearest tenant above that stays: what the tenant has goes there. */
  heir: TenantNode
}

/** Tenants that the plan deletes, each with the one that gets what it has. */
export async function leavingTenants(work: PlanWork): Promise<LeavingTenant[]> {
  const deletions = new Map(
    activeDrafts(work.drafts, 'delete').flatMap((draft) => (draft.model.meta.isTenant === true ? [[draft.oid, draft] as const] : [])),
  )
  if (deletions.size === 0) return []
  const nodes = await loadTenants(work.queries, deletions.keys())
  for (const [oid, node] of nodes) work.tenants.set(oid, node)
  return [...deletions].flatMap(([oid, draft]) => {
    const node = nodes.get(oid)
    const heir = heirOf(draft, deletions)
    return node === undefined || heir === undefined ? [] : [{ draft, node, heir }]
  })
}

/** A tenant's record lives in the tenant above it. */
function heirOf(draft: Draft, deletions: ReadonlyMap<string, Draft>): TenantNode | undefined {
  const above = draft.node === undefined ? undefined : deletions.get(draft.node.oid)
  return above === undefined ? draft.node : heirOf(above, deletions)
}
