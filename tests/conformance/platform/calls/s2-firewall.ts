import { saasApps } from '../fixtures/reference.ts'
import { data, items, param, type Call, type Routes } from '../http/call.ts'
import type { Collection } from '../state/collection.ts'
import { completePolicies, makeRoom, ranked, shownInternetPolicy, shownSet, shownVpnPolicy } from '../state/firewall.ts'
import { Refusal, type Item } from '../state/item.ts'
import type { Overlay } from '../state/overlay.ts'
import { filled } from '../state/record-kind.ts'
import { overlayOf, resourceRoutes } from './overlay.ts'

const isReadOnly = ({ readOnly }: Item): void => {
  if (readOnly === true) throw new Refusal(400, ['This record is read-only.'])
}

const sets = '/api/v1/firewall/appsets'
const { [`GET ${sets}`]: _, ...setRoutes } = resourceRoutes({
  path: sets,
  collection: ({ applicationSets }) => applicationSets,
  prepare: preparedSet,
  show: (_call, set) => shownSet(set),
  guard: isReadOnly,
  after: (overlay, set) => {
    const { applicationSets } = overlay
    if (applicationSets.find(set['id']))
      makeRoom(
        applicationSets,
        set,
        applicationSets.all.filter(({ id, type }) => type === set['type'] && id !== set['id']),
      )
    completePolicies(overlay)
  },
})

/** S2 section 7: zones, application sets and the policies between them. */
export const firewallRoutes: Routes = {
  ...resourceRoutes({
    path: '/api/v1/firewall/vpn/zones',
    collection: ({ zones }) => zones,
    prepare: preparedZone,
    list: (_call, zones) => ranked(zones),
    guard: isReadOnly,
    after: (overlay, zone) => {
      const { zones } = overlay
      if (zones.find(zone['id']))
        makeRoom(
          zones,
          zone,
          zones.all.filter(({ id }) => id !== zone['id']),
        )
      completePolicies(overlay)
    },
  }),
  ...setRoutes,
  // One address for two calls: a type lists, an identifier reads one.
  [`GET ${sets}/{id}`]: (call) => {
    const { applicationSets } = overlayOf(call)
    const id = param(call, 'id')
    if (id !== 'saas' && id !== 'portBased') return data([shownSet(applicationSets.get(id))])
    return data(ranked(applicationSets.all.filter(({ type }) => type === id)).map(shownSet))
  },
  'GET /api/v1/firewall/apps/saas': (call) => {
    overlayOf(call)
    return data(saasApps)
  },
  ...policyRoutes('/api/v1/firewall/vpn/policies', {
    collection: ({ vpnPolicies }) => vpnPolicies,
    show: shownVpnPolicy,
    values: ['allow', 'deny'],
  }),
  ...policyRoutes('/api/v1/firewall/internet/policies', {
    collection: ({ internetPolicies }) => internetPolicies,
    show: shownInternetPolicy,
    values: ['deny', 'bh', 'dti', 'dti+', 'wsg', 'wsg+'],
  }),
}

function preparedZone(overlay: Overlay, sent: Item, stored?: Item): Item {
  const { zones, sites } = overlay
  const { identifier: _identifier, readOnly: _readOnly, ...rest } = sent
  const zone = zones.prepared(rest, stored)
  const vpnSites = (zone['vpnSites'] as Item[]).map(({ id }) => {
    const { name } = sites.get(id)
    return { id, name }
  })
  const bound = zones.all.filter((other) => other !== stored).flatMap((other) => (other['vpnSites'] as Item[]).map(({ id }) => id))
  const taken = vpnSites.find(({ id }) => bound.includes(id))
  if (taken) throw new Refusal(400, [`${String(taken.name)} is bound to another zone.`])
  const vpnSubnets = overlay.identified(zone['vpnSubnets']).map((subnet) => filled({ id: null, prefix: null, mask: null }, subnet))
  return { ...zone, identifier: zone['identifier'] ?? `z${zones.all.length + 1}`, vpnSites, vpnSubnets }
}

/** A set of ports has no applications and the other way round; ports stand with TCP and UDP alone. */
function preparedSet(overlay: Overlay, sent: Item, stored?: Item): Item {
  const { identifier: _identifier, readOnly: _readOnly, ...rest } = sent
  const type = stored?.['type'] ?? sent['type'] ?? (sent['saas'] === true ? 'saas' : null)
  const set = overlay.applicationSets.prepared({ ...rest, type, saas: type === 'saas' }, stored)
  const isPortBased = type === 'portBased'
  const portBasedApps = overlay.identified(isPortBased ? set['portBasedApps'] : []).map((sentApp, index) => {
    const app = filled({ id: null, priority: index + 1, protocolId: null, protocolName: null, ports: null }, sentApp)
    return { ...app, ports: app['protocolId'] === 6 || app['protocolId'] === 17 ? app['ports'] : null }
  })
  const apps = (isPortBased ? [] : set['saasApps']) as Item[]
  const before = (stored?.['saasApps'] ?? []) as Item[]
  const saas = apps.map(({ id }) => {
    const found = [...saasApps, ...before].find((app) => app['id'] === id)
    if (!found) throw new Refusal(400, [`Application ${String(id)} does not exist.`])
    return found
  })
  return { ...set, identifier: set['identifier'] ?? `s${overlay.applicationSets.all.length + 1}`, saasApps: saas, portBasedApps }
}

interface Policies {
  collection(overlay: Overlay): Collection
  show(overlay: Overlay, policy: Item): Item
  values: string[]
}

function policyRoutes(path: string, { collection, show, values }: Policies): Routes {
  const shown = (call: Call, policy: Item): Item => show(overlayOf(call), policy)
  return {
    [`GET ${path}`]: (call) => data(collection(overlayOf(call)).all.map((policy) => shown(call, policy))),
    [`GET ${path}/{id}`]: (call) => data([shown(call, collection(overlayOf(call)).get(param(call, 'id')))]),
    [`PUT ${path}`]: (call) => {
      const all = collection(overlayOf(call))
      const pairs = items(call).map((sent) => {
        const stored = all.get(sent['id'])
        if (!values.includes(String(sent['policy']))) throw new Refusal(400, [`${String(sent['policy'])} is no policy.`])
        return { stored, item: all.prepared(sent, stored) }
      })
      return data(pairs.map(({ stored, item }) => shown(call, all.put(stored, item))))
    },
  }
}
