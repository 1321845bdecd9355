import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Networks that carry the tunnels of an overlay, and over which of them traffic may leave directly. */
export const transportNetworkScreen = defineScreen('transport-network', {
  group: 'network',
  title: ['name'],
  icon: 'network',

  list: { columns: ['name', 'eligibleDti'] },

  editor: { sections: { general: ['name', 'eligibleDti'] }, deletes: false },

  journal: { events: ['creation', 'update', 'deletion'] },
})
