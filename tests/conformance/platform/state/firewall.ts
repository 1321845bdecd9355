import type { Collection } from './collection.ts'
import type { Item } from './item.ts'
import type { Overlay } from './overlay.ts'

const byPriority = (a: Item, b: Item): number => Number(a['priority']) - Number(b['priority'])

/** In order of priority, as lists and matrices show them. */
export const ranked = (items: Item[]): Item[] => items.toSorted(byPriority)

/**
 * Gives a moved or new record its place: S2 says that a drag saves "position + 1" and that the list is loaded again, and leaves the others to the
 * service. A priority that is taken means a place in the row, and all are counted anew; a free one is kept as it is.
 */
export function makeRoom(collection: Collection, moved: Item, others: Item[]): void {
  if (!others.some(({ priority }) => priority === moved['priority'])) return
  const row = ranked(others)
  row.splice(Number(moved['priority']) - 1, 0, moved)
  for (const [index, item] of row.entries()) {
    if (item['priority'] === index + 1) continue
    const { id: _, ...fields } = item
    collection.put(item, { ...fields, priority: index + 1 })
  }
}

/** One policy for each pair of zones and each zone and set; a new one denies, a zone with itself allows. */
export function completePolicies({ zones, applicationSets, vpnPolicies, internetPolicies }: Overlay): void {
  const order = ranked(zones.all)
  const zoneIds = new Set(order.map(({ id }) => id))
  const setIds = new Set(applicationSets.all.map(({ id }) => id))
  vpnPolicies.removeWhere(({ vpnZone, vpnZone2 }) => !zoneIds.has(vpnZone) || !zoneIds.has(vpnZone2))
  internetPolicies.removeWhere(({ vpnZone, appSet }) => !zoneIds.has(vpnZone) || !setIds.has(appSet))
  for (const [index, { id: vpnZone }] of order.entries()) {
    for (const { id: vpnZone2 } of order.slice(index)) {
      const isPair = (policy: Item): boolean =>
        (policy['vpnZone'] === vpnZone && policy['vpnZone2'] === vpnZone2) ||
        (policy['vpnZone'] === vpnZone2 && policy['vpnZone2'] === vpnZone)
      if (!vpnPolicies.all.some(isPair)) vpnPolicies.add({ policy: vpnZone === vpnZone2 ? 'allow' : 'deny', vpnZone, vpnZone2 })
    }
    for (const { id: appSet } of applicationSets.all)
      if (!internetPolicies.all.some((policy) => policy['vpnZone'] === vpnZone && policy['appSet'] === appSet))
        internetPolicies.add({ policy: 'deny', alarm: null, alarmMsg: null, vpnZone, appSet })
  }
}

/** The zone with the better priority comes first, so that the matrix has its upper half. */
export function shownVpnPolicy({ zones }: Overlay, policy: Item): Item {
  const pair = [zones.get(policy['vpnZone']), zones.get(policy['vpnZone2'])].toSorted(byPriority)
  const [vpnZone, vpnZone2] = pair.map(({ id, name }) => ({ id, name }))
  return { ...policy, vpnZone, vpnZone2 }
}

export function shownInternetPolicy({ zones, applicationSets }: Overlay, policy: Item): Item {
  const [vpnZone, appSet] = [zones.get(policy['vpnZone']), applicationSets.get(policy['appSet'])].map(({ id, name }) => ({ id, name }))
  return { ...policy, vpnZone, appSet }
}

/** "saasApps or portBasedApps": a set has the list of its type. */
export function shownSet(set: Item): Item {
  const { saasApps, portBasedApps, ...rest } = set
  return set['type'] === 'saas' ? { ...rest, saasApps } : { ...rest, portBasedApps }
}
