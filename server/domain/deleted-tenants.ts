import { loadTenants } from '../entities/records/tenant-context.ts'
import { activeDrafts, type Draft, type PlanWork } from '../plan/drafts/draft.ts'
import type { TenantNode } from '../policies/caller.ts'

/** Journal step for the consequences of a tenant's deletion. */
export const LEAVE = 'leave'

/** A tenant that the plan deletes. */
export interface DeletedTenant {
  draft: Draft
  node: TenantNode
  /** The nearest ancestor that is not deleted; it inherits what the tenant has. */
  heir: TenantNode
}

/** The tenants that the plan deletes, with their heirs. */
export async function deletedTenants(work: PlanWork): Promise<DeletedTenant[]> {
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

/** A tenant's record belongs to the tenant above it. */
function heirOf(draft: Draft, deletions: ReadonlyMap<string, Draft>): TenantNode | undefined {
  const above = draft.node === undefined ? undefined : deletions.get(draft.node.oid)
  return above === undefined ? draft.node : heirOf(above, deletions)
}
