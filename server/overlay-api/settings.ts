import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { TenantNode } from '../policies/caller.ts'

/** A document of an overlay that is only read as long as nobody can change it: its defaults (S2 sections 3, 9). */
interface Settings {
  /** Whoever may read this resource reads the document. */
  resource: string
  document: (overlay: TenantNode) => Rec
}

/** Documents by address. */
export const settings: Readonly<Record<string, Settings>> = {
  '/api/v1/sdi/settings': { resource: 'network', document: ({ features }) => ({ enabled: features['sdi'] === 'enabled' }) },
  '/api/v1/overlay/routing': {
    resource: 'routing_parameters',
    document: () => ({ vtiSubnet: null, bgpAsRange: null, bgpAsExclusion: null, bgpCommunity: null, ospfTag: null, revision: 1 }),
  },
  '/api/v1/overlay/security': {
    resource: 'security_parameters',
    document: () => ({
      ikeEncryptionCypher: 'AES128CBC',
      ikeAuthCypher: 'MD5',
      ikeDhGroup: 1,
      ikeLifetime: null,
      ipsecEncryptionCypher: '3DESCBC',
      ipsecAuthCypher: 'MD5',
      ipsecDhGroup: 1,
      ipsecLifetime: null,
      ipsecLifebytes: null,
      mtu: null,
      credentials: { mode: 'psk', configured: false },
      revision: 1,
    }),
  },
  '/api/v1/timeSynchro': { resource: 'time_sync', document: () => ({ timeServer: null, synchroServers: [], revision: 1 }) },
  '/api/v1/localBreakout': {
    resource: 'network',
    document: () => ({ enabled: false, transportNetwork: null, transportNetworkValues: [] }),
  },
}
