import { addressToNumber, numberToAddress } from '../../../schemas/vocabulary/formats.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { PlannedBox } from './planned-box.ts'
import type { DemoWorld } from '../world/world.ts'

const INTERFACES = ['Data', 'Voice', 'Guests', 'Cameras', 'Printers', 'Servers', 'Tills', 'Building', 'Lab', 'Partners']
/** How many subnets the largest box has. */
const MOST_SUBNETS = 30
/** Last octets of a subnet: of the first and the second box, of what they share, of the router behind them. */
const FIRST = 1
const SECOND = 5
const SHARED = 254
const ROUTER = 253
/** Of a server of the first hub that answers all DHCP requests. */
const DHCP_SERVER = '10.0.0.10'
/** Third octets that a device of a site has for its subnets. */
const OCTETS_OF_DEVICE = 64
const FIRST_VLAN = 10

/** The LAN of a box, from the defaults on. The second box of a pair stands in the subnets of the first. */
export function boxLan(world: DemoWorld, box: PlannedBox, lan: Rec): Rec {
  const count = interfaceCount(world, box)
  const vlans = Array.from({ length: count }, (_, index) => index + 1)
  const second = isSecond(box)
  const ospf = box.redundancy === 'none' && box.mode === 'spoke' && box.deployment !== 'multiwan_bridge' && box.index % 6 === 1
  const managed = { ...(lan['mgtInterface'] as Rec), vlanId: FIRST_VLAN, ...addressOf(box, 0), ...relayOf(box) }
  return {
    ...lan,
    mgtInterface: ospf ? { ...managed, ...virtualRouters(box) } : managed,
    interfaces: vlans.map((number) => ({
      id: `i${number}`,
      identifier: number + 1,
      name: INTERFACES[number - 1],
      vlanId: FIRST_VLAN * (number + 1),
      ...addressOf(box, number),
      ...relayOf(box),
      autoAllocationIP: false,
    })),
    subnets: second ? [] : subnetsOf(world, box, count),
    ...(box.mode === 'hub' && hubRouting(box)),
    ...(ospf && { routingProtocol: 'ospf' }),
    ...(box.redundancy === 'vrrp' && { vrrpEnabled: true }),
    ...(box.redundancy === 'ihap' && { ihapEnabled: true }),
    vrrp: vrrpOf(box, lan['vrrp'] as Rec),
    ihap: ihapOf(box, lan['ihap'] as Rec),
    ospf: ospfOf(box, { ospf: lan['ospf'] as Rec, isChosen: ospf }),
    speed: box.index % 11 === 3 ? '1000FD' : 'AUTO',
  }
}

function isSecond({ redundancy, place }: PlannedBox): boolean {
  return redundancy !== 'none' && place === 1
}

function interfaceCount({ random }: DemoWorld, { size, deployment, redundancy, site }: PlannedBox): number {
  if (deployment === 'multiwan_bridge') return 0
  if (size === 'largest') return INTERFACES.length
  if (redundancy !== 'none') return 1 + (site.octet % 3)
  return size === 'small' ? random.between(0, 2) : random.between(2, 5)
}

/** Address of a host in one of the subnets of the device, the first of which is that of management. */
export function lanAddress({ site, place, redundancy }: PlannedBox, subnet: number, host: number): string {
  const device = redundancy === 'none' ? place : 0
  return `10.${site.octet}.${device * OCTETS_OF_DEVICE + subnet}.${host}`
}

/** LAN address of the router behind which an uplink works at layer 2. */
export function routerAddress(box: PlannedBox): string {
  return lanAddress(box, 0, ROUTER)
}

function addressOf(box: PlannedBox, subnet: number): Rec {
  const [own, other] = isSecond(box) ? [SECOND, FIRST] : [FIRST, SECOND]
  return {
    ipAddress: lanAddress(box, subnet, own),
    mask: 24,
    ...(box.redundancy === 'vrrp' && { vrrpVirtualIp: lanAddress(box, subnet, SHARED) }),
    ...(box.redundancy === 'ihap' && { ihapPeerIp: lanAddress(box, subnet, other) }),
  }
}

function relayOf({ index }: PlannedBox): Rec {
  return index % 4 === 2 ? { dhcpRelayEnabled: false } : { dhcpRelayEnabled: true, dhcpServerAddress: DHCP_SERVER }
}

function virtualRouters(box: PlannedBox): Rec {
  const own = addressToNumber(lanAddress(box, 0, FIRST)) ?? 0
  return {
    autoAllocationIP: true,
    vRouter1IPAdress: numberToAddress(own + 1),
    vRouter2IPAdress: numberToAddress(own + 2),
    vRouter3IPAdress: numberToAddress(own + 3),
  }
}

/** Those of its interfaces, and others behind a router of the LAN. */
function subnetsOf({ random }: DemoWorld, box: PlannedBox, interfaces: number): Rec[] {
  const connected = 1 + interfaces
  const routes = box.deployment !== 'multiwan_bridge'
  const routed = box.size === 'largest' ? MOST_SUBNETS - connected : random.pick(box.mode === 'hub' ? [4, 6, 8] : [0, 0, 0, 1, 2])
  return Array.from({ length: connected + routed }, (_, index) => ({
    id: `s${index + 1}`,
    prefix: lanAddress(box, index < connected ? index : index + INTERFACES.length, 0),
    mask: 24,
    ...(index >= connected && routes && { staticRoute: routerAddress(box) }),
  }))
}

function hubRouting(box: PlannedBox): Rec {
  const backhauls = box.index % 2 === 0
  const peers = box.index % 3 === 1
  return {
    routingProtocol: 'bgp',
    // The mode of the number stands still while there are neighbours.
    ...(peers
      ? { ibgpLanPeerings: [{ id: 'p1', ipAddress: routerAddress(box) }] }
      : { bgpASMode: 'given', bgpASNumber: 65_001 + box.index }),
    ...(box.index % 4 === 1 && { asPathPrependEnabled: true, asPathPrepend: 3 }),
    ...(backhauls && { enableBackhauling: true, lanGatewayIp: routerAddress(box) }),
  }
}

/** Which uplinks are watched: by name, and as the fields of the form. */
function vrrpOf(box: PlannedBox, vrrp: Rec): Rec {
  if (box.redundancy !== 'vrrp') return { ...vrrp, trackingInterfaces: '' }
  const watched = box.uplinks.map((_, index) => index + 1)
  const profiles = box.overlay.oids['vrrp-profile'] ?? []
  return {
    ...vrrp,
    role: box.place === 0 ? 'master' : 'backup',
    ...Object.fromEntries(watched.map((number) => [`trackingWan${number}`, true])),
    trackingInterfaces: watched.map((number) => `wan${number}`).join(';'),
    vrrpProfile: profiles[box.index % 5 === 3 ? profiles.length - 1 : 0],
  }
}

function ihapOf(box: PlannedBox, ihap: Rec): Rec {
  if (box.redundancy !== 'ihap') return ihap
  const profiles = box.overlay.oids['ihap-profile'] ?? []
  return { ...ihap, role: box.place === 0 ? 'nominal' : 'backup', ihapProfile: profiles[Math.floor(box.index / 2) % profiles.length] }
}

/** Virtual routers follow the VLAN of the management interface; those of boxes that speak OSPF share an area. */
function ospfOf(box: PlannedBox, { ospf, isChosen }: { ospf: Rec; isChosen: boolean }): Rec {
  const rows = ospf['vrouters'] as Rec[]
  return {
    ...ospf,
    vrouters: rows.map((row, index) => {
      const speaks = isChosen && box.uplinks[index]?.layer === 'L3'
      const spoken = speaks ? { areaId: '0.0.0.1', cost: 10 * (index + 1), ...authenticationOf(box, index) } : {}
      return { ...row, vlanId: FIRST_VLAN, areaId: String(FIRST_VLAN), ...spoken }
    }),
  }
}

/** Half of them prove themselves, those of a site with the same key. */
function authenticationOf({ site, index }: PlannedBox, router: number): Rec {
  if (index % 12 !== 1) return {}
  return {
    authenticationMethod: router === 0 ? 'hmac_sha256' : 'md5',
    authenticationKey: `key of ${site.name} ${router + 1}`,
    authenticationKeyId: router + 1,
  }
}
