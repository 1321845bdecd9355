import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Applications that internet policies treat alike. */
export const applicationSetScreen = defineScreen('application-set', {
  group: 'network',
  title: ['name'],
  path: 'applicationSet',
  icon: 'layers',

  list: {
    columns: [
      { field: 'priority', least: 90 },
      { field: 'name', least: 200 },
      'type',
      { field: 'description', least: 200 },
      { field: 'identifier', least: 160, hidden: true },
      'updatedAt',
    ],
    sort: { by: 'priority', order: 'asc' },
  },

  editor: {
    sections: {
      general: ['type', 'priority', 'name', 'description', 'identifier'],
      applications: ['saasApps', 'portBasedApps'],
    },
    widgets: { type: 'segmented' },
    spans: { type: 4, priority: 2, name: 6, description: 12, identifier: 6 },
    only: { identifier: 'edit' },
    told: ['identifier'],
  },

  bulk: {
    columns: ['name', 'type', 'priority', 'description'],
    children: { apps: { list: 'saasApps', columns: ['app'] }, ports: { list: 'portBasedApps', columns: ['protocolId', 'ports'] } },
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
