import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** How applications reach the internet from each zone. A plus means fallback to the hub if the other way is closed. */
export const internetPolicyScreen = defineScreen('internet-policy', {
  group: 'network',
  title: ['name'],
  path: 'firewallZonePolicies/internet',
  icon: 'globe',

  journal: { events: ['update', 'deletion', 'creation'] },

  matrix: {
    value: 'policy',
    marks: {
      deny: { letter: 'D', tone: 'danger' },
      bh: { letter: 'B', tone: 'gray' },
      dti: { letter: 'I', tone: 'success' },
      'dti+': { letter: 'I+', tone: 'accent' },
      wsg: { letter: 'W', tone: 'warning' },
      'wsg+': { letter: 'W+', tone: 'info' },
    },
    alarms: 'firewallVpnZone.validation.warnings',
    on: 'vpn-zone-policy',
  },
})
