import { flag, list, number, oneOf, optional, record, text, date } from './shape.ts'

const lastModified = record({ date, user: text })

/** S1 section 3, Reference data. */
export const transportNetwork = record({ id: text, name: text, eligibleDti: flag, revision: number })
export const syslogServer = record({ id: text, name: text, ipOrHostname: text, protocolId: number, protocolName: text, port: number })
export const newSyslogServer = {
  id: null,
  name: 'Lighthouse log',
  ipOrHostname: 'log.lighthouse.example',
  protocolId: 17,
  protocolName: 'UDP',
  port: 1514,
}
export const localBreakout = record({ enabled: flag, transportNetwork: optional(text), transportNetworkValues: list(text) })
export const ibgpEndpoint = record({ edgeBoxId: text, edgeBoxName: text, bgpMode: oneOf('auto', 'given'), bgpASNumber: optional(number) })
export const siteSubnet = record({ edgeBoxId: text, edgeBoxName: text, prefix: text, mask: number })
export const named = record({ id: text, name: text })
export const coloring = record({ name: text })
export const site = record({ id: text, name: text, cloudGuardRegionId: optional(text) })
export const overlayAppliance = record({
  serialNumber: text,
  model: text,
  tag: optional(text),
  softwareVersion: optional(text),
  info: optional(text),
  provisioned: flag,
  status: optional(text),
})

/** S1 section 3, WAN endpoint. */
export const wanEndpoint = record({
  edgeBoxId: text,
  edgeBoxName: text,
  edgeBoxMode: oneOf('hub', 'spoke'),
  wanIdentifier: oneOf('wan1', 'wan2', 'wan3'),
  hasPublicIp: flag,
  transportNetwork: text,
})

/** S1 section 3, Tele engine. */
export const teleEngine = record({
  id: text,
  name: text,
  site: record({ name: text }),
  revision: number,
  lastModified,
  lan: record({ id: text, subnets: list(record({ id: text, prefix: text, mask: number })) }),
  wan: record({
    id: text,
    identifier: oneOf('wan1'),
    transportNetwork: text,
    access: record({ upBandwidth: optional(number), downBandwidth: optional(number) }),
  }),
})

export const newTeleEngine = (transport: unknown) => ({
  name: 'breakwater-te-1',
  site: { name: 'Breakwater' },
  lan: { subnets: [{ prefix: '10.200.7.0', mask: 24 }] },
  wan: { identifier: 'wan1', transportNetwork: transport, access: { upBandwidth: 20000, downBandwidth: 80000 } },
})

/** S1 section 3, IHAP profile; the monitored interfaces are one text with semicolons. */
export const ihapProfile = record({
  id: text,
  name: text,
  keepAlive: number,
  peerDeadFactor: number,
  tunnelPersistence: flag,
  preemption: flag,
  badHealthCriteria: oneOf('or', 'and'),
  revision: number,
  isDefault: flag,
  monitoredInterfaces: text,
})

export const newIhapProfile = {
  name: 'Storm watch',
  keepAlive: 200,
  peerDeadFactor: 4,
  tunnelPersistence: true,
  preemption: false,
  badHealthCriteria: 'and',
  monitoredInterfaces: 'lan1;wan1',
}

/** S1 section 3, Combined list entry. */
export const synthesis = record({ type: oneOf('appliance', 'edge_box', 'tele_engine'), obj: record({}) })
export const synthesisMeta = record({
  count: number,
  countConfigured: number,
  countNotConfigured: number,
  countUnProvisioned: number,
  countTeleEngines: number,
  countTotalRows: number,
})

/** S2 section 3, Firewall VPN zone. */
export const zone = record({
  id: text,
  priority: number,
  name: text,
  identifier: text,
  description: optional(text),
  vpnSubnets: list(record({ id: text, prefix: text, mask: number })),
  vpnSites: list(record({ id: text, name: text })),
  readOnly: flag,
  revision: number,
  lastModified,
})

export const newZone = {
  priority: 61,
  name: 'Dockside',
  description: 'Cranes and gates.',
  vpnSubnets: [{ prefix: '10.201.0.0', mask: 16 }],
  vpnSites: [],
}

const policyOf = (values: string[]) => ({ id: text, policy: oneOf(...values), revision: number, lastModified })

/** S2 section 3, VPN zone policy and Internet policy. */
export const vpnPolicy = record({ ...policyOf(['allow', 'deny']), vpnZone: record({ id: text }), vpnZone2: record({ id: text }) })
export const internetPolicy = record({
  ...policyOf(['deny', 'bh', 'dti', 'dti+', 'wsg', 'wsg+']),
  alarm: optional(oneOf('minor', 'major', 'critical')),
  alarmMsg: optional(text),
  vpnZone: record({ id: text }),
  appSet: record({ id: text, name: text }),
})

/** S2 section 3, Application set. */
const applicationSet = {
  id: text,
  priority: number,
  name: text,
  identifier: text,
  type: oneOf('saas', 'portBased'),
  saas: flag,
  description: optional(text),
  readOnly: flag,
  revision: number,
  lastModified,
}
export const saasSet = record({ ...applicationSet, saasApps: list(record({ id: text, name: text, disabled: flag })) })
export const portBasedSet = record({
  ...applicationSet,
  portBasedApps: list(record({ id: text, priority: number, protocolId: number, protocolName: optional(text), ports: optional(text) })),
})

export const newPortBasedSet = {
  priority: 41,
  name: 'Foghorn',
  type: 'portBased',
  saas: false,
  description: 'Signals.',
  readOnly: false,
  portBasedApps: [
    { priority: 1, protocolId: 17, protocolName: 'UDP', ports: '7000;7001' },
    { priority: 2, protocolId: 99, protocolName: null, ports: null },
  ],
}

export const newSaasSet = (app: { id: unknown; name: unknown }) => ({
  priority: 42,
  name: 'Harbour radio',
  type: 'saas',
  saas: true,
  description: null,
  readOnly: false,
  saasApps: [{ id: app.id, name: app.name, disabled: false }],
})

/** S2 section 3, Overview stats and Alert summary entry. */
export const stats = record({
  enginesCount: number,
  hubsCount: number,
  spokesCount: number,
  teleEnginesCount: number,
  connectionsCount: number,
  totalEnginesCount: number,
  edgeBoxesCount: number,
  connections: record({ internalCount: number, externalCount: number }),
  applicationGroupsCount: number,
  apo: record({ throughputValue: number, throughputMaxValue: number, flowsCount: number, flowsMaxCount: number }),
})
export const alertCount = record({ severity: oneOf('critical', 'warning', 'info'), count: number })
