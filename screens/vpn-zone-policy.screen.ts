import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** What the firewall lets through between zones; internet policies stand on the same page. */
export const vpnZonePolicyScreen = defineScreen('vpn-zone-policy', {
  group: 'network',
  title: ['name'],
  path: 'firewallZonePolicies',
  icon: 'grid',

  journal: { events: ['update', 'deletion', 'creation'] },

  matrix: {
    value: 'policy',
    marks: { allow: { letter: 'A', tone: 'success' }, deny: { letter: 'D', tone: 'danger' } },
  },
})
