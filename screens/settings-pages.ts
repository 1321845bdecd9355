import type { SettingsPage } from '../renderer/descriptor/settings-page.ts'

/** Pages on which several entities are set up together, each in a tab of its own (S2 sections 2 and 6). */
export const settingsPages: readonly SettingsPage[] = [
  {
    name: 'advancedConfiguration',
    text: 'shell.place.advancedConfiguration',
    group: 'network',
    path: 'advancedConfiguration',
    icon: 'sliders',
    opens: 'security',
    tabs: {
      localBreakout: { kind: 'record', entity: 'local-breakout', always: true },
      overlayRouting: {
        kind: 'record',
        entity: 'overlay-routing',
        asks: { changed: ['vtiSubnet'], title: 'overlay-routing.ask.vtiSubnet', text: 'overlay-routing.ask.vtiSubnet.about' },
      },
      security: { kind: 'record', entity: 'overlay-security' },
      cloudMesh: { kind: 'record', entity: 'cloud-mesh-routing', absentAt: 405 },
      logging: { kind: 'table', entity: 'syslog-server', always: true },
      timeSynchro: { kind: 'record', entity: 'time-synchro' },
      transportNetwork: { kind: 'table', entity: 'transport-network', transposed: true, where: { reserved: [false] }, always: true },
      vrrpProfile: { kind: 'records', entity: 'vrrp-profile' },
      ihapProfile: { kind: 'list', entity: 'ihap-profile' },
    },
  },
]
