import type { DomainEvent } from '../domain/domain.ts'
import type { Draft, PlanWork } from '../plan/drafts/draft.ts'
import { mayOwn, newBreaches, reportCalendar, type LicenceOwner } from './tell-calendar.ts'

/** Entities whose records are licences, or use them. */
const WATCHED = ['license', 'appliance', 'edge-box']

/**
 * To call before a plan is carried out: what the calendar did comes first. The answer is to be called afterwards, and tells which
 * licences are missing since.
 */
export async function watchLicences(work: PlanWork, drafts: readonly Draft[]): Promise<() => Promise<DomainEvent[]>> {
  const owners = ownersOf(work, drafts)
  const { queries, now, database } = work
  if (owners.length === 0) return () => Promise.resolve([])
  const reported = await reportCalendar(queries, { owners, now, secretKey: database.secretKey })
  return async () => {
    const breaches = await newBreaches(queries, { owners, reported, now })
    return breaches.map(({ tenant, ...event }) => ({
      ...event,
      tenantOid: tenant.oid,
      tenantPath: tenant.path,
      tenantName: tenant.name,
    }))
  }
}

/** Tenants whose licences or whose use of them the plan changes, and that are there afterwards. */
function ownersOf({ tenants }: PlanWork, drafts: readonly Draft[]): LicenceOwner[] {
  // Tenants that come or go with the plan have nothing that was to be told before, or nobody to tell of.
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
