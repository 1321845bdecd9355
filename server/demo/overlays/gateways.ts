import type { Rec } from '../../../schemas/vocabulary/types.ts'

const VTI: Rec = {
  ikeEncryptionCypher: 'AES128CBC',
  ikeAuthCypher: 'MD5',
  ikeDhGroup: 1,
  ikeLifetime: 86_400,
  ipsecEncryptionCypher: '3DESCBC',
  ipsecAuthCypher: 'MD5',
  ipsecDhGroup: 1,
  ipsecLifetime: 28_800,
  mtu: 1400,
}
const ZSCALER: Rec = {
  ...VTI,
  ikeEncryptionCypher: 'AES256CBC',
  ikeAuthCypher: 'SHA256',
  ikeDhGroup: 2,
  ipsecEncryptionCypher: 'NULL',
  ipsecDhGroup: 2,
}
const STRONG: Rec = {
  ...VTI,
  ikeEncryptionCypher: 'AES256GCM',
  ikeAuthCypher: 'SHA512',
  ikeDhGroup: 20,
  ipsecEncryptionCypher: 'AES256GCM',
  ipsecAuthCypher: 'SHA512',
  ipsecDhGroup: 20,
}

const byKey = (name: string, responderId?: string): Rec => ({
  ...(responderId !== undefined && { responderId }),
  credentials: { mode: 'psk', psk: `psk of ${name}` },
})

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIBfakeButLongEnoughToLookLikeOne\n-----END CERTIFICATE-----'

const bgp = (peerIpAddress: string, asn: number): Rec => ({
  mode: 'bgp',
  remoteSubnets: [],
  peerIpAddress,
  asn,
  localNetworkPreference: 100,
})

function subnets(...prefixes: [prefix: string, mask: number][]): Rec {
  return {
    mode: 'static',
    remoteSubnets: prefixes.map(([prefix, mask], index) => ({ id: `${index + 1}`, prefix, mask })),
    localNetworkPreference: 100,
  }
}

/** Gateways of an overlay, starting with those that a small overlay has, too. */
const GATEWAYS: readonly Rec[] = [
  {
    name: 'Cloud gateway',
    type: 'vti',
    primaryPublicIpAddress: '192.0.2.10',
    routing: subnets(['172.16.0.0', 16], ['172.20.0.0', 24]),
    security: { ...VTI, ...byKey('cloud', 'cloud.example') },
  },
  {
    name: 'Web filter',
    type: 'zscaler',
    primaryPublicIpAddress: '192.0.2.40',
    secondaryPublicIpAddress: '192.0.2.41',
    routing: subnets(),
    security: { ...ZSCALER, ...byKey('filter') },
  },
  {
    name: 'Partner bank',
    type: 'vti',
    primaryPublicIpAddress: '198.51.100.7',
    routing: bgp('10.255.7.1', 65010),
    security: { ...STRONG, ...byKey('bank', 'bank.example') },
  },
  {
    name: 'Payment provider',
    type: 'vti',
    primaryPublicIpAddress: '198.51.100.23',
    routing: subnets(['192.168.100.0', 24]),
    security: { ...STRONG, credentials: { mode: 'certificate', certificate: CERTIFICATE } },
  },
  {
    name: 'Web filter, Asia',
    type: 'zscaler',
    primaryPublicIpAddress: '192.0.2.80',
    secondaryPublicIpAddress: '192.0.2.81',
    routing: subnets(),
    security: { ...ZSCALER, ...byKey('filter asia') },
  },
  {
    name: 'Logistics hub',
    type: 'vti',
    primaryPublicIpAddress: '203.0.113.14',
    routing: bgp('10.255.14.1', 64_900),
    security: { ...VTI, mtu: 1380, ipsecLifebytes: 4_608_000, ...byKey('logistics') },
  },
  {
    name: 'Old data centre',
    type: 'vti',
    primaryPublicIpAddress: '203.0.113.90',
    routing: subnets(['10.200.0.0', 16]),
    security: { ...VTI, ...byKey('old') },
  },
]

/** Returns `count` gateways, at most seven. */
export function demoGateways(count: number): Rec[] {
  return GATEWAYS.slice(0, count).map((gateway) => structuredClone(gateway))
}
