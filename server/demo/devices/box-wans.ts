import { numberToAddress } from '../../../schemas/vocabulary/formats.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { lanAddress, routerAddress } from './box-lan.ts'
import type { DemoOverlay } from '../overlays/overlays.ts'
import type { PlannedBox, Uplink } from './planned-box.ts'
import type { DemoWorld } from '../world/world.ts'

/** Transport networks of spokes, by their place in the overlay's list. */
const PATTERNS = [[0, 1], [1], [1, 2], [0], [0, 1, 2], [1, 3], [1, 4], [0, 3, 4]]
/** How many connections each WAN of the largest box has, and how many of them lead to hubs. */
const MOST_CONNECTIONS = 10
const NAMES = ['wan1', 'wan2', 'wan3'] as const

/** Where the addresses of lines begin: private ones of carriers, those of benchmarks for the internet, and those within the overlay. */
const CARRIER = (172 * 256 + 16) * 65_536
const PUBLIC = (198 * 256 + 18) * 65_536
const OVERLAY = (100 * 256 + 96) * 65_536

/** Which WANs of the box are enabled, and what they are connected to. Both boxes of a pair have the same. */
export function uplinksOf(box: Omit<PlannedBox, 'uplinks'>): Uplink[] {
  const { overlay, mode, deployment, index } = box
  const { networks } = overlay
  const wanted = mode === 'hub' ? [0, 1, 2 + (index % 3)] : (PATTERNS[index % PATTERNS.length] ?? [])
  const present = wanted.map((place) => networks[place]).filter((network) => network !== undefined)
  const isMixed = mode === 'spoke' && deployment === 'multiwan_hybrid' && box.redundancy === 'none' && index % 5 === 3
  return present.map((network, place) => {
    const isL2 = deployment === 'multiwan_bridge' || (isMixed && present.length > 1 && place === 0)
    return { network, layer: isL2 ? 'L2' : 'L3' }
  })
}

/** The three WANs of a box, from the defaults on, without connections to other boxes. */
export function boxWans(world: DemoWorld, box: PlannedBox, wans: Rec): Rec {
  return Object.fromEntries(
    NAMES.map((name, place) => {
      const wan = { ...(wans[name] as Rec), identifier: name, ...(place === 2 && { bypass: false }), ...forcedMode(box) }
      const preferred = box.mode === 'hub' ? { ...wan, defaultNetworkPref: 100 } : wan
      const uplink = box.uplinks[place]
      return [name, uplink ? { ...preferred, ...wanOf(world, box, { uplink, place }) } : preferred]
    }),
  )
}

function forcedMode({ deployment }: PlannedBox): Rec {
  return deployment === 'multiwan_bridge' ? { interfaceMode: 'L2' } : {}
}

function wanOf(world: DemoWorld, box: PlannedBox, { uplink, place }: { uplink: Uplink; place: number }): Rec {
  const { network, layer } = uplink
  const factor = box.mode === 'hub' ? 10 : world.random.pick([1, 1, 2, 4])
  const common: Rec = {
    state: 'enabled',
    interfaceMode: layer,
    transportNetwork: network.oid,
    access: { downBandwidth: network.bandwidth[0] * factor, upBandwidth: network.bandwidth[1] * factor },
  }
  if (layer === 'L2') return { ...common, routerLanIPAddress: routerAddress(box), ...coloringOf(box) }
  return {
    ...common,
    ...lineOf(box, uplink),
    ...(network.name === 'LTE' && { mtu: 1428 }),
    ...(network.eligibleDti ? internetOf(world, box, place) : {}),
  }
}

function coloringOf({ overlay, index }: PlannedBox): Rec {
  const colorings = overlay.oids.coloring ?? []
  return index % 3 === 0 ? {} : { coloring: colorings[index % colorings.length] }
}

const lines = new WeakMap<DemoOverlay, number>()

/** Addresses that no other line of the overlay has. */
function lineOf({ overlay, mode }: PlannedBox, { network }: Uplink): Rec {
  const line = lines.get(overlay) ?? 0
  lines.set(overlay, line + 1)
  const overlayAddress = numberToAddress(OVERLAY + line + 1)
  const own = numberToAddress((network.name === 'MPLS' ? CARRIER : PUBLIC) + line * 4 + 2)
  if (network.dhcp) return { dhcpEnabled: true, ...(mode === 'spoke' && { publicIp: own }), overlayAddress }
  return {
    ipAddress: own,
    mask: 30,
    defaultGateway: numberToAddress((network.name === 'MPLS' ? CARRIER : PUBLIC) + line * 4 + 1),
    publicIp: own,
    overlayAddress,
  }
}

/** What lines to the internet are used for besides tunnels. */
function internetOf(world: DemoWorld, box: PlannedBox, place: number): Rec {
  const { overlay, site, index } = box
  const pop = overlay.oids['sdi-pop']?.[index % 3]
  return {
    ...(index % 10 === 7 ? { eligibleDti: true } : {}),
    allowTrafficInTheUnderlay: index % 3 === 0,
    ...(site.region !== undefined && index % 2 === 0 && { cloudSecurityEnabled: true }),
    ...(pop !== undefined && index % 7 === 2 && { sdiEnabled: true, sdiPop: pop }),
    ...(index % 8 === 1 && { localPortForwarding: forwardings(world, box) }),
    ...((box.mode === 'hub' || index % 12 === 5) && gatewayConnections(box, place)),
  }
}

function forwardings({ random }: DemoWorld, box: PlannedBox): Rec[] {
  return Array.from({ length: random.between(1, 3) }, (_, row) => ({
    id: `f${row + 1}`,
    protocolId: row === 2 ? 17 : 6,
    externalPort: 8080 + row * 100,
    localIpAddress: lanAddress(box, 0, 20 + row),
    localPort: row === 2 ? 5060 : 443,
  }))
}

function gatewayConnections(box: PlannedBox, place: number): Rec {
  const { overlay, name } = box
  const gateways = overlay.oids['external-gateway']?.slice(0, 2) ?? []
  if (gateways.length === 0) return {}
  const own = OVERLAY + 65_536 + box.site.octet * 64 + place * 16
  return {
    externalGatewayConnections: gateways.map((externalGateway, index) => ({
      id: `g${index + 1}`,
      externalGateway,
      type: index === 1 && box.index % 2 === 1 ? 'secondary' : 'primary',
      initiatorId: name.slice(0, 50),
      // One of them waits for its key.
      ...((box.index + index) % 4 !== 3 && { psk: `psk of ${name} ${place + 1}.${index + 1}` }),
      localIpAddress: numberToAddress(own + index * 4 + 1),
      remoteIpAddress: numberToAddress(own + index * 4 + 2),
      networkPref: 100,
    })),
  }
}

/** Tunnels of spokes to the hub of their region and the next one, of hubs to each other, and many of the largest box. */
export function addConnections(boxes: readonly PlannedBox[], records: readonly Rec[]): void {
  const hubs = boxes.filter(({ mode }) => mode === 'hub')
  boxes.forEach((box, index) => {
    const wans = (records[index]?.['wans'] ?? {}) as Record<string, Rec>
    const others = hubs.filter((hub) => hub !== box)
    const near = box.site.octet % Math.max(others.length, 1)
    const wanted = [...others.slice(near), ...others.slice(0, near)].slice(0, box.mode === 'hub' ? 1 : 2)
    const rest = boxes.filter((one) => one !== box && !others.includes(one))
    for (const [place, uplink] of box.uplinks.entries()) {
      const ends =
        box.size === 'largest' ? reachable([...others.slice(0, 2), ...rest], uplink).slice(0, MOST_CONNECTIONS) : reachable(wanted, uplink)
      const wan = wans[NAMES[place] ?? '']
      if (wan && uplink.layer === 'L3' && ends.length > 0) wan['wanConnections'] = ends.map(connection)
    }
  })
}

interface End {
  box: PlannedBox
  wanIdentifier: string
}

/** Boxes with a layer 3 uplink to the same network. */
function reachable(boxes: readonly PlannedBox[], { network }: Uplink): End[] {
  return boxes.flatMap((box) => {
    const place = box.uplinks.findIndex((one) => one.network === network && one.layer === 'L3')
    return place < 0 ? [] : [{ box, wanIdentifier: NAMES[place] ?? 'wan1' }]
  })
}

function connection({ box, wanIdentifier }: End, index: number): Rec {
  const type = box.mode === 'hub' ? 'User' : 'System'
  return { id: `c${index + 1}`, type, edgeBox: box.oid, wanIdentifier, networkPref: index === 1 ? 90 : 100 }
}
