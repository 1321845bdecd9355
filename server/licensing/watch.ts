import type { DomainEvent } from '../domain/domain.ts'
import type { Draft, PlanWork } from '../plan/drafts/draft.ts'
import { mayOwn, newBreaches, recordCalendar, type LicenceOwner } from './record-calendar.ts'

/** Entities whose records are licences or use them. */
const WATCHED = ['license', 'appliance', 'edge-box']

/**
 * Call before a plan is applied: records due calendar events first. Call the returned function afterwards; it returns the breaches
 * that the plan caused.
 */
export async function watchLicences(work: PlanWork, drafts: readonly Draft[]): Promise<() => Promise<DomainEvent[]>> {
  const owners = ownersOf(work, drafts)
  const { queries, now, database } = work
  if (owners.length === 0) return () => Promise.resolve([])
  const recorded = await recordCalendar(queries, { owners, now, secretKey: database.secretKey })
  return async () => {
    const breaches = await newBreaches(queries, { owners, recorded, now })
    return breaches.map(({ tenant, ...event }) => ({
      ...event,
      tenantOid: tenant.oid,
      tenantPath: tenant.path,
      tenantName: tenant.name,
    }))
  }
}

/** Existing tenants whose licences, or use of them, the plan changes. */
function ownersOf({ tenants }: PlanWork, drafts: readonly Draft[]): LicenceOwner[] {
  // Tenants that the plan creates have no earlier events; those that it deletes have no journal afterwards.
  const passing = new Set(drafts.flatMap(({ model, item, oid }) => (model.meta.isTenant === true && item.action !== 'update' ? [oid] : [])))
  const owners = new Map<string, LicenceOwner>()
  for (const { model, node, movedTo } of drafts) {
    if (!WATCHED.includes(model.name)) continue
    for (const tenant of [node, movedTo]) {
      const known = tenant === undefined ? undefined : (tenants.get(tenant.oid) ?? tenant)
      if (known !== undefined && mayOwn(known) && !passing.has(known.oid)) owners.set(known.oid, known)
    }
  }
  return [...owners.values()].toSorted((one, other) => (one.oid < other.oid ? -1 : 1))
}
