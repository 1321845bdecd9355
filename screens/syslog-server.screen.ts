import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Servers to which boxes send their log: a table of the advanced configuration. */
export const syslogServerScreen = defineScreen('syslog-server', {
  group: 'network',
  title: ['name'],
  icon: 'document',

  list: { columns: ['name', 'ipOrHostname', 'protocolId', 'port'] },

  editor: { sections: { general: ['name', 'ipOrHostname', 'protocolId', 'port'] }, deletes: false },

  journal: { events: ['creation', 'update', 'deletion'] },
})
