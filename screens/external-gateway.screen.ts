import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Gateways outside the overlay to which WANs build IPsec tunnels. */
export const externalGatewayScreen = defineScreen('external-gateway', {
  group: 'network',
  title: ['name'],
  icon: 'cable',

  list: {
    columns: [
      { field: 'name', minWidth: 180 },
      { field: 'primaryPublicIpAddress', minWidth: 150, headerKey: 'address', use: { use: 'address', below: 'secondaryPublicIpAddress' } },
      'type',
      { field: 'machineId', minWidth: 160, hidden: true },
      'updatedAt',
    ],
    sort: { by: 'name', order: 'asc' },
  },

  editor: {
    sections: {
      general: ['type', 'name', 'primaryPublicIpAddress', 'secondaryPublicIpAddress', 'machineId'],
      routing: ['routing'],
      security: ['security'],
    },
    groups: {
      routing: { mode: ['mode'], static: ['remoteSubnets'], bgp: ['peerIpAddress', 'asn', 'localNetworkPreference'] },
      security: {
        ike: ['ikeEncryptionCypher', 'ikeAuthCypher', 'ikeDhGroup', 'ikeLifetime'],
        ipsec: ['ipsecEncryptionCypher', 'ipsecAuthCypher', 'ipsecDhGroup', 'ipsecLifetime', 'ipsecLifebytes', 'mtu'],
        authentication: ['responderId', 'credentials'],
      },
    },
    widgets: {
      type: 'segmented',
      'routing/mode': 'segmented',
      'security/credentials/mode': 'segmented',
      'security/credentials/psk': { use: 'secret', confirmed: 'credentials.psk.configured' },
    },
    spans: { type: 4, name: 8, primaryPublicIpAddress: 3, secondaryPublicIpAddress: 3, machineId: 6 },
    only: { machineId: 'edit' },
    deleteSummary: ['machineId'],
  },

  bulk: {
    columns: ['name', 'type', 'primaryPublicIpAddress', 'secondaryPublicIpAddress'],
    children: { subnets: { list: 'routing/remoteSubnets', columns: ['prefix', 'mask'] } },
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
