import { defineScreen } from '../renderer/descriptor/define-screen.ts'
import { sideColumns, sideIdentifier, sideSort } from './policy-side.ts'

/** Zones of the firewall: which sites and subnets are treated alike, the first that fits counts. */
export const firewallVpnZoneScreen = defineScreen('firewall-vpn-zone', {
  group: 'network',
  title: ['name'],
  path: 'firewallVpnZone',
  icon: 'shield',

  list: {
    columns: [
      { field: 'priority', width: 104 },
      { field: 'name', minWidth: 180 },
      { field: 'siteNames', minWidth: 240, headerKey: 'vpnSites' },
      { field: 'subnetList', minWidth: 200, headerKey: 'vpnSubnets', use: { use: 'text', monospace: true } },
      ...sideColumns,
    ],
    sort: sideSort,
    relatedPages: ['vpn-zone-policy'],
  },

  editor: {
    sections: {
      general: ['priority', 'name', 'description', 'identifier'],
      sites: ['vpnSites'],
      subnets: ['vpnSubnets'],
    },
    widgets: {
      vpnSites: {
        use: 'dual-list',
        empty: 'firewallVpnZone.noSiteAvailable',
        held: { by: 'vpnZone', name: 'vpnZoneName', text: 'firewallVpnZone.siteAlreadyBound' },
      },
    },
    spans: { priority: 3, name: 9, identifier: 6 },
    ...sideIdentifier,
    notices: [{ kind: 'info', when: { readOnly: true }, text: 'firewall-vpn-zone.because.readOnly' }],
  },

  bulk: {
    columns: ['priority', 'name', 'description'],
    children: {
      sites: { list: 'vpnSites', columns: ['site'] },
      subnets: { list: 'vpnSubnets', columns: ['prefix', 'mask'] },
    },
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
