import type { Item } from './item.ts'
import type { RecordKind } from './record-kind.ts'

/** Keys and passwords are written and never read back: `configured` tells of them. */
const credentials = { mode: 'psk', psk: null, certificate: null, configured: false }

const tunnel = {
  ikeEncryptionCypher: null,
  ikeAuthCypher: null,
  ikeDhGroup: null,
  ikeLifetime: null,
  ipsecEncryptionCypher: null,
  ipsecAuthCypher: null,
  ipsecDhGroup: null,
  ipsecLifetime: null,
  ipsecLifebytes: null,
  mtu: null,
}

/** S1 section 3, Reference data: a site is what edge boxes and tele engines name. */
export const siteKind: RecordKind = {
  name: 'Site',
  fields: { name: null, cloudGuardRegionId: null },
  longest: { name: 50 },
  unique: ['name'],
}

export const transportNetworkKind: RecordKind = {
  name: 'Transport network',
  fields: { name: null, eligibleDti: false },
  mandatory: ['name'],
  longest: { name: 50 },
  unique: ['name'],
  stamps: ['revision'],
}

export const syslogServerKind: RecordKind = {
  name: 'Syslog server',
  fields: { name: null, ipOrHostname: null, protocolId: 6, protocolName: 'TCP', port: null },
  mandatory: ['name', 'ipOrHostname', 'protocolId', 'port'],
  unique: ['name'],
}

export const teleEngineKind: RecordKind = {
  name: 'Tele engine',
  fields: {
    name: null,
    site: { name: null },
    lan: { id: null, subnets: [] },
    wan: { id: null, identifier: 'wan1', transportNetwork: null, access: { upBandwidth: null, downBandwidth: null } },
  },
  mandatory: ['name', 'site.name', 'wan.transportNetwork'],
  longest: { name: 50, 'site.name': 50, 'wan.transportNetwork': 50 },
  frozen: ['name'],
  unique: ['name'],
  stamps: ['revision', 'lastModified'],
}

/**
 * S1 prints the monitored interfaces as one text with semicolons, S2 calls them a list: the text is what travels, a list is read too.
 */
export const ihapProfileKind: RecordKind = {
  name: 'IHAP profile',
  fields: {
    name: null,
    keepAlive: 100,
    peerDeadFactor: 5,
    tunnelPersistence: false,
    preemption: false,
    badHealthCriteria: 'or',
    isDefault: false,
    monitoredInterfaces: '',
  },
  mandatory: ['name', 'keepAlive', 'peerDeadFactor'],
  longest: { name: 50 },
  frozen: ['name'],
  given: ['isDefault'],
  unique: ['name'],
  stamps: ['revision'],
}

export const gatewayKind: RecordKind = {
  name: 'External gateway',
  fields: {
    machineId: null,
    name: null,
    type: 'vti',
    primaryPublicIpAddress: null,
    secondaryPublicIpAddress: null,
    routing: { mode: 'static', remoteSubnets: [], peerIpAddress: null, asn: null, localNetworkPreference: 100 },
    security: { ...tunnel, responderId: null, credentials },
  },
  mandatory: ['name', 'primaryPublicIpAddress', 'security.mtu'],
  longest: { name: 50 },
  given: ['machineId'],
  unique: ['name'],
  stamps: ['lastModified', 'revision'],
}

export const routingKind: RecordKind = {
  name: 'Overlay routing',
  fields: { vtiSubnet: null, bgpAsRange: null, bgpAsExclusion: null, bgpCommunity: null, ospfTag: null },
  mandatory: ['bgpAsRange'],
  stamps: ['revision', 'lastModified'],
}

export const securityKind: RecordKind = {
  name: 'Overlay security',
  fields: { ...tunnel, credentials },
  mandatory: ['ikeEncryptionCypher', 'ikeAuthCypher', 'ikeDhGroup'],
  stamps: ['revision'],
}

export const timeKind: RecordKind = {
  name: 'Time synchronisation',
  fields: { timeServer: null, synchroServers: [] },
  stamps: ['revision'],
}

export const breakoutKind: RecordKind = {
  name: 'Local breakout',
  fields: { enabled: false, transportNetwork: null, transportNetworkValues: [] },
}

/** S1 section 3, VRRP profile, with its defaults; the address of multicast, an object with an `ip`, is not shown: that of the protocol. */
export const vrrpProfileKind: RecordKind = {
  name: 'VRRP profile',
  fields: {
    name: 'Default',
    protocolVersion: 2,
    peeringType: 'multicast',
    multicastPeeringIp: { ip: '224.0.0.18' },
    preempt: true,
    preemptDelay: 3,
    masterPriority: 200,
    backupPriority: 190,
    weight: -20,
    checkIntervalMsec: 1000,
    fall: 1,
    rise: 3,
    advertIntervalMsec: 1000,
    strict: false,
    garpMasterDelay: 5,
    garpMasterRepeat: 5,
    garpMasterRefresh: 0,
    garpMasterRefreshRepeat: 1,
    garpLowerPrioDelay: 5,
    garpLowerPrioRepeat: 5,
    garpIntervalUsec: 0,
    gnaIntervalUsec: 0,
    lowerPrioNoAdvert: false,
    higherPrioSendAdvert: false,
    minGarp: false,
    accept: false,
  },
  stamps: ['revision'],
}

export const zoneKind: RecordKind = {
  name: 'Firewall VPN zone',
  fields: { priority: null, name: null, identifier: null, description: null, vpnSubnets: [], vpnSites: [], readOnly: false },
  mandatory: ['priority', 'name'],
  longest: { name: 64 },
  given: ['identifier', 'readOnly'],
  unique: ['name'],
  stamps: ['revision', 'lastModified'],
}

export const vpnPolicyKind: RecordKind = {
  name: 'VPN zone policy',
  fields: { policy: 'deny', vpnZone: null, vpnZone2: null },
  given: ['vpnZone', 'vpnZone2'],
  stamps: ['revision', 'lastModified'],
}

export const internetPolicyKind: RecordKind = {
  name: 'Internet policy',
  fields: { policy: 'deny', alarm: null, alarmMsg: null, vpnZone: null, appSet: null },
  given: ['alarm', 'alarmMsg', 'vpnZone', 'appSet'],
  stamps: ['revision', 'lastModified'],
}

export const applicationSetKind: RecordKind = {
  name: 'Application set',
  fields: {
    priority: null,
    name: null,
    identifier: null,
    type: null,
    saas: null,
    description: null,
    readOnly: false,
    saasApps: [],
    portBasedApps: [],
  },
  mandatory: ['priority', 'name', 'type'],
  longest: { name: 64 },
  given: ['identifier', 'type', 'saas', 'readOnly'],
  unique: ['name'],
  stamps: ['revision', 'lastModified'],
}

/** Credentials as they are kept: a new key makes them configured, none keeps the old one. */
export function keptCredentials(sent: unknown, stored: unknown): Item {
  const { mode = 'psk', psk, certificate = null } = (sent ?? {}) as Item
  return { mode, psk: null, certificate, configured: Boolean(psk) || (stored as Item | undefined)?.['configured'] === true }
}
