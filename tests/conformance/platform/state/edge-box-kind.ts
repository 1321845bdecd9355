import type { Item } from './item.ts'
import type { RecordKind } from './record-kind.ts'

/** S1 section 3, WAN, with its defaults; a preference and a public address are the caller's business. */
const wan = (identifier: string): Item => ({
  id: null,
  identifier,
  state: 'disabled',
  ipAddress: null,
  mask: null,
  mtu: 1500,
  defaultNetworkPref: 100,
  defaultGateway: null,
  dhcpEnabled: null,
  publicIp: null,
  transportNetwork: null,
  localPortForwarding: [],
  allowTrafficInTheUnderlay: false,
  eligibleDti: null,
  access: { upBandwidth: null, downBandwidth: null },
  overlayAddress: null,
  wanConnections: [],
  externalGatewayConnections: [],
  interfaceMode: 'L3',
  bypass: identifier !== 'wan3',
  routerLanIPAddress: null,
  speed: 'AUTO',
  coloring: null,
  cloudSecurityEnabled: false,
  sdiEnabled: false,
  sdiPop: null,
})

/**
 * S1 section 3, LAN. "ibgpPeering / ibgpLanPeerings / ibgpEdgeBoxPeerings" is read as the two lists beside each other, the first name being another
 * one of the second, as elsewhere where S1 has a stroke. `vrrp`, `ihap` and `ospf` are null where nothing was sent.
 */
const lan: Item = {
  id: null,
  interVLANForwarding: false,
  bgpASMode: 'auto',
  bgpASNumber: null,
  subnets: [],
  interfaces: [],
  mgtInterface: null,
  ibgpLanPeerings: [],
  ibgpEdgeBoxPeerings: [],
  vrrp: null,
  vrrpEnabled: false,
  ospf: null,
  routingProtocol: 'none',
  asPathPrepend: 1,
  asPathPrependEnabled: false,
  multipathEnabled: false,
  lan2wan: false,
  wan2lan: false,
  speed: 'AUTO',
  enableBackhauling: false,
  lanGatewayIp: null,
  ihap: null,
  ihapEnabled: false,
}

export const edgeBoxKind: RecordKind = {
  name: 'Edge box',
  fields: {
    name: null,
    serialNumber: null,
    mode: 'spoke',
    syslog: [],
    site: { id: null, name: null, cloudGuardRegionId: null },
    services: { id: null, wanOptimization: true },
    lan,
    wans: { wan1: wan('wan1'), wan2: wan('wan2'), wan3: wan('wan3') },
    deploymentMode: 'multiwan_hybrid',
    dwsMode: 'cpe',
  },
  mandatory: ['name', 'site.name', 'serialNumber'],
  longest: { name: 50, 'site.name': 50, serialNumber: 50 },
  frozen: ['name'],
  unique: ['name'],
  stamps: ['revision', 'lastModified'],
}

/** S1 section 3, LAN interface. */
export const interfaceFields: Item = {
  id: null,
  uuid: null,
  identifier: null,
  ipAddress: null,
  mask: null,
  vlanId: null,
  name: null,
  dhcpRelayEnabled: true,
  dhcpServerAddress: null,
  vrrpVirtualIp: null,
  ihapPeerIp: null,
  autoAllocationIP: false,
  vRouter1IPAdress: null,
  vRouter2IPAdress: null,
  vRouter3IPAdress: null,
}

export const portForwardingFields: Item = {
  id: null,
  protocolId: 6,
  protocolName: 'TCP',
  externalPort: null,
  localIpAddress: null,
  localPort: null,
}

export const connectionFields: Item = { type: 'User', networkPref: 100, endpoint: { edgeBoxName: null, wanIdentifier: null } }

export const gatewayConnectionFields: Item = {
  externalGateway: { name: null, type: null },
  type: 'primary',
  initiatorId: null,
  credentials: {},
  localIpAddress: null,
  remoteIpAddress: null,
  networkPref: 100,
}
