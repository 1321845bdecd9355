import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** How the boxes of a high-availability pair watch each other: a list of the advanced configuration. */
export const ihapProfileScreen = defineScreen('ihap-profile', {
  group: 'network',
  title: ['name'],
  icon: 'shield',

  list: { columns: ['name', 'keepAlive', 'peerDeadFactor', 'badHealthCriteria', 'isDefault'], numbered: true },

  editor: {
    sections: {
      general: ['name', 'keepAlive', 'peerDeadFactor', 'tunnelPersistence', 'preemption'],
      health: ['badHealthCriteria', 'monitoredInterfaces'],
    },
    widgets: { badHealthCriteria: 'segmented' },
    // Its list shows what uses a profile before it deletes it.
    deletes: false,
    spans: { name: 6, keepAlive: 3, peerDeadFactor: 3, tunnelPersistence: 6, preemption: 6, badHealthCriteria: 4, monitoredInterfaces: 8 },
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
