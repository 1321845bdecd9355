import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** What the boxes of an overlay agree upon for its internal tunnels; a tab of its advanced configuration. */
export const overlaySecurityScreen = defineScreen('overlay-security', {
  group: 'network',
  title: ['name'],

  editor: {
    sections: {
      ike: ['ikeEncryptionCypher', 'ikeAuthCypher', 'ikeDhGroup', 'ikeLifetime'],
      ipsec: ['ipsecEncryptionCypher', 'ipsecAuthCypher', 'ipsecDhGroup', 'ipsecLifetime', 'ipsecLifebytes', 'mtu'],
      authentication: ['credentials'],
    },
    widgets: {
      'credentials/mode': 'segmented',
      'credentials/psk': { use: 'secret', confirmed: 'credentials.psk.configured' },
    },
  },

  journal: { events: ['update'] },
})
