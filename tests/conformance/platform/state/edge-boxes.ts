import { connectionFields, gatewayConnectionFields, interfaceFields, portForwardingFields } from './edge-box-kind.ts'
import { isItem, type Item } from './item.ts'
import type { Overlay } from './overlay.ts'
import { keptCredentials } from './overlay-kinds.ts'
import { filled, refuse } from './record-kind.ts'

const WANS = ['wan1', 'wan2', 'wan3'] as const

/** An edge box as it is kept, from what was sent. */
export function preparedEdgeBox(overlay: Overlay, sent: Item, stored?: Item): Item {
  const appliance = isItem(sent['appliance']) ? sent['appliance'] : {}
  // "serialNumber / machineId (equal to the appliance serial number)": whichever of the three is sent.
  const serialNumber = sent['serialNumber'] ?? sent['machineId'] ?? appliance['serialNumber']
  const sentSite = isItem(sent['site']) ? sent['site'] : {}
  const named = { ...sentSite, name: sentSite['name'] ?? overlay.sites.find(sentSite['id'])?.['name'] }
  const box = overlay.edgeBoxes.prepared({ ...sent, serialNumber, site: named }, stored)
  refuse(complaints(overlay, box, stored))
  const site = overlay.siteOf(named)
  const wans = box['wans'] as Record<string, Item>
  const storedWans = (stored?.['wans'] ?? {}) as Record<string, Item>
  return {
    ...box,
    site: { id: site['id'] },
    syslog: keptSyslog(overlay, box['syslog']),
    services: withId(overlay, box['services'] as Item),
    lan: keptLan(overlay, box['lan'] as Item, stored?.['lan'] as Item | undefined),
    wans: Object.fromEntries(WANS.map((name) => [name, keptWan(overlay, { ...wans[name], identifier: name }, storedWans[name])])),
  }
}

function complaints({ edgeBoxes, gateways }: Overlay, box: Item, stored?: Item): string[] {
  const others = edgeBoxes.all.filter((other) => other !== stored)
  const found = others.some(({ serialNumber }) => serialNumber === box['serialNumber'])
    ? [`Appliance ${String(box['serialNumber'])} is in use.`]
    : []
  for (const wan of Object.values(box['wans'] as Record<string, Item>)) {
    for (const connection of wan['wanConnections'] as Item[]) {
      const { edgeBoxName } = (connection['endpoint'] ?? {}) as Item
      if (!others.some(({ name }) => name === edgeBoxName)) found.push(`WAN connection: edge box ${String(edgeBoxName)} does not exist.`)
    }
    for (const connection of wan['externalGatewayConnections'] as Item[]) {
      const { name } = (connection['externalGateway'] ?? {}) as Item
      if (!gateways.all.some((gateway) => gateway['name'] === name)) found.push(`External gateway ${String(name)} does not exist.`)
    }
  }
  return found
}

const withId = (overlay: Overlay, part: Item): Item => ({ ...part, id: part['id'] ?? overlay.partId() })

/** A single-entry list; -1 is the editor's way to say none. */
function keptSyslog({ syslogServers }: Overlay, sent: unknown): Item[] {
  const [server] = Array.isArray(sent) ? (sent as Item[]) : []
  return server && syslogServers.find(server['id']) ? [{ id: server['id'] }] : []
}

function keptWan(overlay: Overlay, wan: Item, stored?: Item): Item {
  overlay.ensureTransportNetwork(wan['transportNetwork'])
  const storedConnections = (stored?.['externalGatewayConnections'] ?? []) as Item[]
  return {
    ...withId(overlay, wan),
    overlayAddress: stored?.['overlayAddress'] ?? `172.31.0.${overlay.edgeBoxes.all.length + 1}`,
    localPortForwarding: overlay.identified((wan['localPortForwarding'] as Item[]).map(keptForwarding)),
    wanConnections: (wan['wanConnections'] as Item[]).map((connection) => filled(connectionFields, connection)),
    externalGatewayConnections: (wan['externalGatewayConnections'] as Item[]).map((sent) => {
      const connection = filled(gatewayConnectionFields, sent)
      const { name } = connection['externalGateway'] as Item
      const before = storedConnections.find((other) => (other['externalGateway'] as Item)['name'] === name)
      const { mode: _, certificate: __, ...credentials } = keptCredentials(connection['credentials'], before?.['credentials'])
      return { ...connection, credentials }
    }),
  }
}

/** "localIp / localIpAddress" are two names of one field: both are read, the second is sent. */
const keptForwarding = (sent: Item): Item =>
  filled(portForwardingFields, { ...sent, localIpAddress: sent['localIpAddress'] ?? sent['localIp'] })

function keptLan(overlay: Overlay, lan: Item, stored?: Item): Item {
  const number = overlay.edgeBoxes.all.length
  return {
    ...withId(overlay, lan),
    // Mode auto: the platform gives the number.
    bgpASNumber: lan['bgpASMode'] === 'auto' ? (stored?.['bgpASNumber'] ?? 64_600 + number) : lan['bgpASNumber'],
    subnets: overlay.identified(lan['subnets']).map((subnet) => filled({ id: null, prefix: null, mask: null, staticRoute: null }, subnet)),
    interfaces: keptInterfaces(overlay, lan, stored),
    mgtInterface: null,
  }
}

/**
 * Both `interfaces` (with identifier 1) and `mgtInterface` travel; S1 does not say which one counts in a payload. The list does, unless only
 * the other one was changed or the list lacks it.
 */
function keptInterfaces(overlay: Overlay, lan: Item, stored?: Item): Item[] {
  const sent = lan['interfaces'] as Item[]
  const management = isItem(lan['mgtInterface']) ? lan['mgtInterface'] : undefined
  const before = ((stored?.['interfaces'] ?? []) as Item[]).find(({ identifier }) => identifier === 1)
  const isOnlyChanged =
    management !== undefined && before !== undefined && JSON.stringify(filled(interfaceFields, management)) !== JSON.stringify(before)
  const listed = sent.find(({ identifier }) => identifier === 1)
  const first =
    management !== undefined &&
    (listed === undefined || (isOnlyChanged && JSON.stringify(filled(interfaceFields, listed)) === JSON.stringify(before)))
      ? management
      : listed
  const rest = sent.filter(({ identifier }) => identifier !== 1)
  const all = overlay.identified([...(first ? [{ ...first, identifier: 1, name: 'Management' }] : []), ...rest])
  let last = Math.max(1, ...all.map(({ identifier }) => Number(identifier ?? 0)))
  return all.map((part) =>
    filled(interfaceFields, { ...part, uuid: part['uuid'] ?? `uuid-${String(part['id'])}`, identifier: part['identifier'] ?? ++last }),
  )
}

/** An edge box as S1 section 3 prints it. */
export function shownEdgeBox(overlay: Overlay, box: Item, appliance: Item): Item {
  const { id, name, serialNumber, site, syslog, lan, wans, ...rest } = box
  const interfaces = (lan as Item)['interfaces'] as Item[]
  return {
    id,
    name,
    serialNumber,
    machineId: serialNumber,
    appliance,
    ...rest,
    site: overlay.sites.find((site as Item)['id']),
    syslog: (syslog as Item[]).flatMap((server) => overlay.syslogServers.find(server['id']) ?? []),
    lan: { ...(lan as Item), mgtInterface: interfaces.find(({ identifier }) => identifier === 1) ?? null },
    wans: Object.fromEntries(
      Object.entries(wans as Record<string, Item>).map(([key, wan]) => [key, { ...wan, wanPeers: peersOf(overlay, wan) }]),
    ),
  }
}

/** The endpoints that a WAN is connected to. */
function peersOf(overlay: Overlay, wan: Item): Item[] {
  const connections = wan['wanConnections'] as Item[]
  return endpoints(overlay).filter(({ edgeBoxName, wanIdentifier }) =>
    connections.some(
      ({ endpoint }) => (endpoint as Item)['edgeBoxName'] === edgeBoxName && (endpoint as Item)['wanIdentifier'] === wanIdentifier,
    ),
  )
}

/** S1 section 3, WAN endpoint: every enabled WAN. */
export function endpoints({ edgeBoxes }: Overlay): Item[] {
  return edgeBoxes.all.flatMap(({ id, name, mode, wans }) =>
    Object.entries(wans as Record<string, Item>)
      .filter(([, wan]) => wan['state'] === 'enabled')
      .map(([wanIdentifier, { publicIp, transportNetwork }]) => {
        return { edgeBoxId: id, edgeBoxName: name, edgeBoxMode: mode, wanIdentifier, hasPublicIp: Boolean(publicIp), transportNetwork }
      }),
  )
}
