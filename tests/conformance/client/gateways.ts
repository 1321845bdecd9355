import { date, flag, hidden, list, number, oneOf, optional, record, text } from './shape.ts'

/** S2 section 3, ExternalGateway; the key is never read back. */
export const gateway = record({
  id: text,
  machineId: text,
  name: text,
  type: oneOf('vti', 'zscaler'),
  primaryPublicIpAddress: text,
  secondaryPublicIpAddress: optional(text),
  routing: record({
    mode: oneOf('static', 'bgp'),
    remoteSubnets: list(record({ prefix: text, mask: number })),
    peerIpAddress: optional(text),
    asn: optional(number),
    localNetworkPreference: optional(number),
  }),
  security: record({
    ikeEncryptionCypher: text,
    ikeAuthCypher: text,
    ikeDhGroup: number,
    ikeLifetime: number,
    ipsecEncryptionCypher: text,
    ipsecAuthCypher: text,
    ipsecDhGroup: number,
    ipsecLifetime: number,
    ipsecLifebytes: optional(number),
    mtu: number,
    responderId: optional(text),
    credentials: record({ mode: oneOf('psk', 'certificate'), psk: hidden, certificate: optional(text), configured: flag }),
  }),
  lastModified: record({ date, user: text }),
  revision: number,
})

const security = {
  ikeEncryptionCypher: 'AES256CBC',
  ikeAuthCypher: 'SHA256',
  ikeDhGroup: 14,
  ikeLifetime: 7200,
  ipsecEncryptionCypher: 'AES128CBC',
  ipsecAuthCypher: 'SHA1',
  ipsecDhGroup: 0,
  ipsecLifetime: 3600,
  ipsecLifebytes: 4608000,
  mtu: 1380,
  responderId: 'dock.example',
  credentials: { mode: 'psk', psk: 'a rope and a knot', certificate: null, configured: false },
}

/** A tunnel with routes by hand. */
export const staticGateway = {
  name: 'Dry dock',
  type: 'vti',
  primaryPublicIpAddress: '203.0.113.77',
  secondaryPublicIpAddress: null,
  routing: {
    mode: 'static',
    remoteSubnets: [
      { prefix: '10.99.0.0', mask: 16 },
      { prefix: '10.98.0.0', mask: 24 },
    ],
    peerIpAddress: null,
    asn: null,
    localNetworkPreference: 100,
  },
  security,
}

/** Its routing once it has changed to BGP. */
export const bgpRouting = { mode: 'bgp', remoteSubnets: [], peerIpAddress: '10.99.0.1', asn: 64990, localNetworkPreference: 150 }

export const zscalerGateway = {
  ...staticGateway,
  name: 'Harbour filter',
  type: 'zscaler',
  secondaryPublicIpAddress: '203.0.113.78',
  routing: { ...staticGateway.routing, remoteSubnets: [] },
  security: {
    ...security,
    ipsecEncryptionCypher: 'NULL',
    ipsecAuthCypher: 'MD5',
    ipsecDhGroup: 2,
    ipsecLifebytes: null,
    responderId: null,
  },
}
