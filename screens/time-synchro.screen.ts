import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Where an overlay takes its time from; a tab of its advanced configuration. */
export const timeSynchroScreen = defineScreen('time-synchro', {
  group: 'network',
  title: ['name'],

  editor: {
    sections: { server: ['timeServer'], servers: ['synchroServers'] },
    spans: { timeServer: 4 },
  },

  journal: { events: ['update'] },
})
