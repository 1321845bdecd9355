import { data, param, type Call, type Reply, type Routes } from '../http/call.ts'
import { endpoints, preparedEdgeBox, shownEdgeBox } from '../state/edge-boxes.ts'
import { Refusal, type Item } from '../state/item.ts'
import { NOT_SPECIFIED, type Overlay } from '../state/overlay.ts'
import { filtered, pageOf } from '../state/query.ts'
import { overlayOf, resourceRoutes } from './overlay.ts'

/** S1 section 7: edge boxes, tele engines, the combined list, and what their editors choose from. */
export const deviceRoutes: Routes = {
  ...resourceRoutes({
    path: '/api/v1/edgeBoxes',
    collection: ({ edgeBoxes }) => edgeBoxes,
    prepare: preparedEdgeBox,
    show: shownBox,
    // The one filter that is printed; any other one is a parameter that this call does not know.
    list: (call, boxes) =>
      call.query.get('filter') === 'filterPredicateRef==synchroServers' ? boxes.filter((box) => isSynchroServer(call, box)) : boxes,
    after: forgetDeleted,
  }),
  ...resourceRoutes({
    path: '/api/v1/teleEngines',
    collection: ({ teleEngines }) => teleEngines,
    prepare: preparedTeleEngine,
  }),
  'GET /api/v1/ipEngines/synthesis': synthesis,
  'GET /api/v1/ipEngines/synthesis/{filter}': synthesis,
  'GET /api/v1/appliances': (call) => data(overlayAppliances(call)),
  'GET /api/v1/wanEndpoints': (call) => data(endpoints(overlayOf(call))),
  'GET /api/v1/sites': (call) => data(overlayOf(call).sites.all),
  'GET /api/v1/sites/{id}/ibgpEdgeBoxEndpoints': (call) =>
    data(
      boxesAt(call).map(({ id, name, lan }) => {
        const { bgpASMode, bgpASNumber } = lan as Item
        return { edgeBoxId: id, edgeBoxName: name, bgpMode: bgpASMode, bgpASNumber }
      }),
    ),
  'GET /api/v1/sites/{id}/subnets': (call) =>
    data(
      boxesAt(call).flatMap(({ id, name, lan }) =>
        ((lan as Item)['subnets'] as Item[]).map(({ prefix, mask }) => ({ edgeBox: { id, name }, prefix, mask })),
      ),
    ),
}

function boxesAt(call: Call): Item[] {
  const overlay = overlayOf(call)
  const site = overlay.sites.get(param(call, 'id'))
  return overlay.edgeBoxes.all.filter((box) => (box['site'] as Item)['id'] === site['id'])
}

/**
 * The appliances that the customer owns, as the overlay sees them: one that has connected is provisioned, and not configured until a box uses it
 * (S1 section 4). `info` is not explained: model and version in one text.
 */
function overlayAppliances(call: Call): Item[] {
  const { edgeBoxes, oid } = overlayOf(call)
  return call.world.inventory.all
    .filter(({ tenantId }) => tenantId === oid)
    .map(({ serialNumber, model, tag, softwareVersion, status }) => {
      const isUsed = edgeBoxes.all.some((box) => box['serialNumber'] === serialNumber)
      const provisioned = status === 'installed'
      const info = `${String(model)} ${String(softwareVersion)}`
      return { serialNumber, model, tag, softwareVersion, info, provisioned, status: provisioned && !isUsed ? 'not_configured' : null }
    })
}

/** The appliance of a box; a serial number that nobody knows has nothing but itself. */
function applianceOf(call: Call, serialNumber: unknown): Item {
  const { status: _, ...found } = overlayAppliances(call).find((appliance) => appliance['serialNumber'] === serialNumber) ?? {
    serialNumber,
    model: null,
    tag: null,
    softwareVersion: null,
    info: null,
    provisioned: false,
  }
  return found
}

function shownBox(call: Call, box: Item): Item {
  return shownEdgeBox(overlayOf(call), box, applianceOf(call, box['serialNumber']))
}

const isEnabled = (wan: Item): boolean => wan['state'] === 'enabled'

/** S2 section 4: provisioned, with at least one WAN enabled. */
const isSynchroServer = (call: Call, { serialNumber, wans }: Item): boolean =>
  applianceOf(call, serialNumber)['provisioned'] === true && Object.values(wans as Record<string, Item>).some(isEnabled)

/** What others know of a box goes with it. */
function forgetDeleted({ edgeBoxes, timeSynchro }: Overlay, { id, name }: Item): void {
  if (edgeBoxes.find(id)) return
  for (const time of timeSynchro.all) {
    const servers = time['synchroServers'] as unknown[]
    if (servers.includes(id)) timeSynchro.put(time, { ...time, synchroServers: servers.filter((server) => server !== id) })
  }
  const isToGone = ({ endpoint }: Item): boolean => (endpoint as Item)['edgeBoxName'] === name
  for (const box of edgeBoxes.all) {
    const wans = box['wans'] as Record<string, Item>
    if (!Object.values(wans).some((wan) => (wan['wanConnections'] as Item[]).some(isToGone))) continue
    const kept = Object.entries(wans).map(([key, wan]) => {
      const connections = wan['wanConnections'] as Item[]
      return [key, { ...wan, wanConnections: connections.filter((connection) => !isToGone(connection)) }]
    })
    edgeBoxes.put(box, { ...box, wans: Object.fromEntries(kept) as Item })
  }
}

function preparedTeleEngine(overlay: Overlay, sent: Item, stored?: Item): Item {
  const engine = overlay.teleEngines.prepared(sent, stored)
  const lan = engine['lan'] as Item
  const wan = engine['wan'] as Item
  const subnets = overlay.identified(lan['subnets'])
  if (subnets.length === 0) throw new Refusal(400, ['Tele engine: the first subnet is mandatory.'])
  overlay.siteOf(engine['site'] as Item)
  overlay.ensureTransportNetwork(wan['transportNetwork'])
  const isUnspecified = wan['transportNetwork'] === NOT_SPECIFIED
  return {
    ...engine,
    lan: { id: lan['id'] ?? overlay.partId(), subnets },
    wan: { ...wan, id: wan['id'] ?? overlay.partId(), ...(isUnspecified && { access: { upBandwidth: null, downBandwidth: null } }) },
  }
}

/** Tabs of the combined list by what an entry is; each entry is in one of them, and in all. */
const tabs = ['configured', 'notConfigured', 'unProvisioned', 'teleEngine'] as const

interface Entry {
  tab: (typeof tabs)[number]
  entry: { type: string; obj: Item }
}

function entries(call: Call): Entry[] {
  const { edgeBoxes, teleEngines } = overlayOf(call)
  const used = new Set(edgeBoxes.all.map(({ serialNumber }) => serialNumber))
  return [
    ...edgeBoxes.all.map((box): Entry => {
      const obj = shortBox(call, box)
      const isProvisioned = (obj['appliance'] as Item)['provisioned'] === true
      return { tab: isProvisioned ? 'configured' : 'unProvisioned', entry: { type: 'edge_box', obj } }
    }),
    ...teleEngines.all.map((obj): Entry => ({ tab: 'teleEngine', entry: { type: 'tele_engine', obj } })),
    ...overlayAppliances(call)
      .filter(({ serialNumber }) => !used.has(serialNumber))
      .map((obj): Entry => ({ tab: obj['provisioned'] === true ? 'notConfigured' : 'unProvisioned', entry: { type: 'appliance', obj } })),
  ]
}

/** S1 section 3, Combined list entry. */
function shortBox(call: Call, box: Item): Item {
  const { id, name, site, mode, deploymentMode, appliance, lan, wans } = shownBox(call, box)
  const { id: siteId, name: siteName } = site as Item
  const interfaces = ((lan as Item)['interfaces'] as Item[]).map(
    ({ identifier, ipAddress, mask, vRouter1IPAdress, vRouter2IPAdress, vRouter3IPAdress }) => ({
      identifier,
      ipAddress,
      mask,
      vRouter1IPAdress,
      vRouter2IPAdress,
      vRouter3IPAdress,
    }),
  )
  return {
    id,
    name,
    site: { id: siteId, name: siteName },
    mode,
    deploymentMode,
    appliance,
    lan: { bgpASNumber: (lan as Item)['bgpASNumber'], interfaces },
    wans: Object.fromEntries(
      Object.entries(wans as Record<string, Item>).map(([key, { state, transportNetwork }]) => [key, { state, transportNetwork }]),
    ),
  }
}

const selectors = {
  name: ({ name }: Item) => name,
  siteName: ({ site }: Item) => (site as Item | undefined)?.['name'],
  serialNumber: ({ serialNumber, appliance }: Item) => serialNumber ?? (appliance as Item | undefined)?.['serialNumber'],
}

/** The figures count what the search found: each tab, all of them, and the rows of the open one. */
function synthesis(call: Call): Reply {
  const tab = param(call, 'filter') || 'all'
  const all = entries(call)
  const kept = new Set(
    filtered(
      all.map(({ entry }) => entry.obj),
      call.query.get('filter'),
      selectors,
    ),
  )
  const found = all.filter(({ entry }) => kept.has(entry.obj))
  if (tab !== 'all' && !tabs.some((name) => name === tab)) throw new Refusal(400, [`${tab} is no filter of this list.`])
  const rows = tab === 'all' ? found : found.filter((one) => one.tab === tab)
  const [countConfigured, countNotConfigured, countUnProvisioned, countTeleEngines] = tabs.map(
    (name) => found.filter((one) => one.tab === name).length,
  )
  const meta = {
    count: found.length,
    countConfigured,
    countNotConfigured,
    countUnProvisioned,
    countTeleEngines,
    countTotalRows: rows.length,
  }
  const page = new Set(
    pageOf(
      rows.map(({ entry }) => entry.obj),
      call.query,
    ),
  )
  return data(
    rows.filter(({ entry }) => page.has(entry.obj)).map(({ entry }) => entry),
    meta,
  )
}
