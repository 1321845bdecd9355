import { data, items, type Call, type Routes } from '../http/call.ts'
import type { Collection } from '../state/collection.ts'
import { Refusal, type Item } from '../state/item.ts'
import type { Overlay } from '../state/overlay.ts'
import { keptCredentials } from '../state/overlay-kinds.ts'
import { overlayOf, resourceRoutes } from './overlay.ts'

/** S2 section 7: external gateways, the settings of an overlay, and the figures of its home page. */
export const settingRoutes: Routes = {
  ...resourceRoutes({
    path: '/api/v1/externalGateways',
    collection: ({ gateways }) => gateways,
    prepare: ({ gateways }, sent, stored) => withCredentials(gateways, sent, stored),
  }),
  ...setting('/api/v1/overlay/routing', ({ routing }) => routing),
  ...setting('/api/v1/overlay/security', ({ security }) => security),
  // A list of profiles: PUT sends {data:[item]} with the one that changes, and the edge box editor chooses the first by default.
  ...setting('/api/v1/overlay/vrrp_profile', ({ vrrpProfiles }) => vrrpProfiles),
  ...setting('/api/v1/timeSynchro', ({ timeSynchro }) => timeSynchro),
  ...setting('/api/v1/localBreakout', ({ localBreakout }) => localBreakout),
  // Path of DECISIONS 2; 405 hides the section where the customer has no mesh.
  'GET /api/v1/overlay/cloudMesh': (call) => {
    const { oid } = overlayOf(call)
    const mesh = call.world.settingsOf(oid).features.find(({ name }) => name === 'cloud_mesh')
    if (mesh?.state !== 'enabled') throw new Refusal(405, ['There is no cloud mesh.'])
    return data([{ routing: { asn: 65_100, overlaySubnet: '100.64.0.0/16' } }])
  },
  'GET /api/v1/stats': (call) => data([stats(overlayOf(call))]),
  'GET /supervision/alerting-config/{overlay}/api/v1/alertSummary': () =>
    data([
      { severity: 'critical', count: 1 },
      { severity: 'warning', count: 4 },
      { severity: 'info', count: 9 },
    ]),
}

function withCredentials(gateways: Collection, sent: Item, stored?: Item): Item {
  const { machineId: _, ...rest } = sent
  const gateway = gateways.prepared(rest, stored)
  const security = gateway['security'] as Item
  const credentials = keptCredentials(security['credentials'], (stored?.['security'] as Item | undefined)?.['credentials'])
  if (credentials['configured'] !== true) throw new Refusal(400, ['External gateway: the pre-shared key is mandatory.'])
  const machineId = gateway['machineId'] ?? `GW-${String(gateways.all.length + 1).padStart(4, '0')}`
  return { ...gateway, machineId, security: { ...security, credentials } }
}

/** A page of settings: a list of one record, or of several with identifiers. That of the local breakout has no printed identifier. */
function setting(path: string, collectionOf: (overlay: Overlay) => Collection): Routes {
  const shown = (call: Call) =>
    collectionOf(overlayOf(call)).all.map(({ id, ...item }) => (path.endsWith('localBreakout') ? item : { id, ...item }))
  return {
    [`GET ${path}`]: (call) => data(shown(call)),
    [`PUT ${path}`]: (call) => {
      const collection = collectionOf(overlayOf(call))
      const [sent = {}] = items(call)
      const [only] = collection.all
      const stored = collection.find(sent['id']) ?? only
      if (!stored) throw new Refusal(404, [`There is nothing at ${path}.`])
      const item = collection.prepared(sent, stored)
      if ('credentials' in item) item['credentials'] = keptCredentials(item['credentials'], stored['credentials'])
      const { id } = collection.put(stored, item)
      return data(shown(call).filter((one) => !('id' in one) || one['id'] === id))
    },
  }
}

function stats({ edgeBoxes, teleEngines, applicationSets }: Overlay): Item {
  const hubsCount = edgeBoxes.all.filter(({ mode }) => mode === 'hub').length
  const edgeBoxesCount = edgeBoxes.all.length
  const wans = edgeBoxes.all.flatMap((box) => Object.values(box['wans'] as Record<string, Item>))
  const count = (name: string): number => wans.reduce((sum, wan) => sum + (wan[name] as unknown[]).length, 0)
  const connections = { internalCount: count('wanConnections'), externalCount: count('externalGatewayConnections') }
  return {
    enginesCount: edgeBoxesCount,
    hubsCount,
    spokesCount: edgeBoxesCount - hubsCount,
    teleEnginesCount: teleEngines.all.length,
    connectionsCount: connections.internalCount + connections.externalCount,
    totalEnginesCount: edgeBoxesCount + teleEngines.all.length,
    edgeBoxesCount,
    connections,
    applicationGroupsCount: applicationSets.all.length,
    apo: { throughputValue: 12_345, throughputMaxValue: 50_000, flowsCount: 321, flowsMaxCount: 1000 },
  }
}
