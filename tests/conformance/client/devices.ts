import { date, flag, hidden, list, number, oneOf, optional, record, text } from './shape.ts'

const lastModified = record({ date, user: text })
const wanName = oneOf('wan1', 'wan2', 'wan3')
const speed = oneOf('AUTO', '100FD', '1000FD')

/** S1 section 3, Related WAN records. */
const localPortForwarding = record({
  id: text,
  protocolId: number,
  protocolName: optional(text),
  externalPort: number,
  localIp: optional(text),
  localIpAddress: text,
  localPort: number,
})
const wanConnection = record({
  type: text,
  networkPref: number,
  endpoint: record({ edgeBoxName: text, wanIdentifier: wanName }),
})
const externalGatewayConnection = record({
  externalGateway: record({ name: text, type: oneOf('vti', 'zscaler') }),
  type: oneOf('primary', 'secondary'),
  initiatorId: optional(text),
  credentials: record({ psk: hidden, configured: flag }),
  localIpAddress: optional(text),
  remoteIpAddress: optional(text),
  networkPref: optional(number),
})

/** S1 section 3, WAN. */
const wan = record({
  id: text,
  identifier: wanName,
  state: oneOf('enabled', 'disabled'),
  ipAddress: optional(text),
  mask: optional(number),
  mtu: optional(number),
  defaultNetworkPref: optional(number),
  defaultGateway: optional(text),
  dhcpEnabled: optional(flag),
  publicIp: optional(text),
  transportNetwork: optional(text),
  localPortForwarding: list(localPortForwarding),
  allowTrafficInTheUnderlay: flag,
  eligibleDti: optional(flag),
  access: record({ upBandwidth: optional(number), downBandwidth: optional(number) }),
  overlayAddress: optional(text),
  wanConnections: list(wanConnection),
  externalGatewayConnections: optional(list(externalGatewayConnection)),
  interfaceMode: oneOf('L3', 'L2'),
  bypass: optional(flag),
  routerLanIPAddress: optional(text),
  speed,
  coloring: optional(text),
  cloudSecurityEnabled: flag,
  sdiEnabled: flag,
  sdiPop: optional(record({ id: text })),
})

/** S1 section 3, LAN interface. */
const lanInterface = record({
  id: text,
  uuid: text,
  identifier: number,
  ipAddress: optional(text),
  mask: optional(number),
  vlanId: optional(number),
  name: optional(text),
  dhcpRelayEnabled: flag,
  dhcpServerAddress: optional(text),
  vrrpVirtualIp: optional(text),
  ihapPeerIp: optional(text),
  autoAllocationIP: flag,
  vRouter1IPAdress: optional(text),
  vRouter2IPAdress: optional(text),
  vRouter3IPAdress: optional(text),
})

/** S1 section 3, VRRP instance, IHAP and OSPF. */
const vrrp = record({
  instanceIdentifier: number,
  role: oneOf('master', 'backup'),
  trackingInterfaces: text,
  logicTrackingInterfaces: oneOf('and', 'or'),
  vrrpProfile: optional(record({ id: text })),
})
const ihap = record({ role: oneOf('nominal', 'backup'), ihapProfile: optional(record({ id: text, name: text })) })
const vrouter = record({
  vrouterId: wanName,
  vlanId: optional(number),
  areaId: optional(text),
  cost: optional(number),
  authenticationMethod: oneOf('none', 'md5', 'hmac_sha1', 'hmac_sha256', 'hmac_sha384', 'hmac_sha512'),
  authenticationKey: hidden,
  authenticationKeyId: optional(number),
})
const ospf = record({
  helloTimer: number,
  deadTimer: number,
  priority: number,
  defaultOriginate: flag,
  instanceId: number,
  metricType: oneOf('Type1', 'Type2'),
  externalRouteCost: number,
  vrouters: list(vrouter),
})

/** S1 section 3, LAN. */
const lan = record({
  id: text,
  interVLANForwarding: flag,
  bgpASMode: oneOf('auto', 'given'),
  bgpASNumber: optional(number),
  subnets: list(record({ id: text, prefix: text, mask: number, staticRoute: optional(text) })),
  interfaces: list(lanInterface),
  mgtInterface: lanInterface,
  ibgpLanPeerings: list(record({ ipAddress: text })),
  ibgpEdgeBoxPeerings: list(record({ edgeBoxId: text, edgeBoxName: text })),
  vrrp: optional(vrrp),
  vrrpEnabled: flag,
  ospf: optional(ospf),
  routingProtocol: oneOf('none', 'bgp', 'ospf'),
  asPathPrepend: optional(number),
  asPathPrependEnabled: flag,
  multipathEnabled: flag,
  lan2wan: flag,
  wan2lan: flag,
  speed,
  enableBackhauling: flag,
  lanGatewayIp: optional(text),
  ihap: optional(ihap),
  ihapEnabled: flag,
})

/** S1 section 3, EdgeBox. */
export const edgeBox = record({
  id: text,
  name: text,
  serialNumber: text,
  machineId: text,
  appliance: record({ serialNumber: text, info: text, model: text, tag: text, softwareVersion: text, provisioned: flag }),
  mode: oneOf('hub', 'spoke'),
  syslog: list(record({ id: text, name: text, ipOrHostname: text, protocolId: number, port: number })),
  site: record({ id: text, name: text, cloudGuardRegionId: optional(text) }),
  services: record({ id: text, wanOptimization: flag }),
  lan,
  wans: record({ wan1: wan, wan2: wan, wan3: wan }),
  revision: number,
  lastModified,
  deploymentMode: oneOf('multiwan_ip', 'multiwan_hybrid', 'multiwan_bridge'),
  dwsMode: oneOf('cpe', 'l2_transparent', 'l1_transparent'),
})

/** S1 section 3, WAN: a disabled one, with the printed defaults and null for what it has not. */
export const disabledWan = (identifier: string) => ({
  identifier,
  state: 'disabled',
  ipAddress: null,
  mask: null,
  mtu: 1500,
  defaultNetworkPref: null,
  defaultGateway: null,
  dhcpEnabled: false,
  publicIp: null,
  transportNetwork: null,
  wanPeers: [],
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

/** S1 section 3, WAN: an uplink at layer 3 with a static address, of a spoke. */
export const uplink = (identifier: string, transportNetwork: string, more: object = {}) => ({
  ...disabledWan(identifier),
  state: 'enabled',
  ipAddress: '198.51.100.10',
  mask: 24,
  mtu: 1400,
  defaultGateway: '198.51.100.1',
  publicIp: '198.51.100.20',
  transportNetwork,
  access: { upBandwidth: 5000, downBandwidth: 50000 },
  speed: '100FD',
  ...more,
})

/** S1 section 3, LAN: routed by BGP, with one sub-interface. */
export const bgpLan = {
  interVLANForwarding: false,
  bgpASMode: 'given',
  bgpASNumber: 64999,
  subnets: [
    { prefix: '10.222.0.0', mask: 24, staticRoute: null },
    { prefix: '10.222.1.0', mask: 24, staticRoute: '10.222.0.9' },
  ],
  interfaces: [
    {
      identifier: 2,
      ipAddress: '10.222.2.1',
      mask: 24,
      vlanId: 22,
      name: 'Cranes',
      dhcpRelayEnabled: true,
      dhcpServerAddress: '10.222.2.5',
      autoAllocationIP: true,
    },
  ],
  mgtInterface: {
    identifier: 1,
    ipAddress: '10.222.0.1',
    mask: 24,
    vlanId: 21,
    name: 'Management',
    dhcpRelayEnabled: true,
    dhcpServerAddress: '10.222.0.5',
    autoAllocationIP: false,
    vRouter1IPAdress: '10.222.0.2',
    vRouter2IPAdress: '10.222.0.3',
    vRouter3IPAdress: '10.222.0.4',
  },
  ibgpLanPeerings: [{ ipAddress: '10.222.0.77' }],
  ibgpEdgeBoxPeerings: [],
  vrrp: null,
  vrrpEnabled: false,
  ospf: null,
  routingProtocol: 'bgp',
  asPathPrepend: 4,
  asPathPrependEnabled: true,
  multipathEnabled: false,
  lan2wan: true,
  wan2lan: false,
  speed: '1000FD',
  enableBackhauling: false,
  lanGatewayIp: null,
  ihap: null,
  ihapEnabled: false,
}

const printedVrouter = {
  vlanId: null,
  areaId: '0.0.0.7',
  cost: 12,
  authenticationMethod: 'hmac_sha256',
  authenticationKey: 'a bell under water',
  authenticationKeyId: 5,
}

/** S1 section 3, OSPF: the management VLAN is sent as null. */
export const printedOspf = {
  helloTimer: 5,
  deadTimer: 20,
  priority: 3,
  defaultOriginate: false,
  instanceId: 2,
  metricType: 'Type2',
  externalRouteCost: 500,
  vrouters: [
    { ...printedVrouter, vrouterId: 'wan1' },
    {
      vrouterId: 'wan2',
      vlanId: 21,
      areaId: '21',
      cost: 10,
      authenticationMethod: 'none',
      authenticationKey: null,
      authenticationKeyId: null,
    },
    {
      vrouterId: 'wan3',
      vlanId: 21,
      areaId: '21',
      cost: 10,
      authenticationMethod: 'none',
      authenticationKey: null,
      authenticationKeyId: null,
    },
  ],
}

/** S1 section 3, EdgeBox: a new one of an appliance that waits for its configuration. */
export const newEdgeBox = (name: string, appliance: Record<string, unknown>, site: { id: unknown; name: unknown }) => ({
  name,
  serialNumber: appliance['serialNumber'],
  machineId: appliance['serialNumber'],
  appliance: {
    serialNumber: appliance['serialNumber'],
    info: appliance['info'],
    model: appliance['model'],
    tag: appliance['tag'] ?? 'Unknown',
    softwareVersion: appliance['softwareVersion'],
    provisioned: appliance['provisioned'],
  },
  mode: 'spoke',
  syslog: [] as object[],
  site,
  services: { wanOptimization: false },
  lan: bgpLan as Record<string, unknown> | null,
  wans: { wan1: disabledWan('wan1'), wan2: disabledWan('wan2'), wan3: disabledWan('wan3') } as Record<string, object>,
  deploymentMode: 'multiwan_hybrid',
  dwsMode: 'cpe',
})
