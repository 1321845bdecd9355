import { defineScreen } from '../renderer/descriptor/define-screen.ts'
import { sideColumns, sideIdentifier, sideSort } from './policy-side.ts'

/** Applications that internet policies treat alike. */
export const applicationSetScreen = defineScreen('application-set', {
  group: 'network',
  title: ['name'],
  path: 'applicationSet',
  icon: 'layers',

  list: {
    columns: [
      { field: 'priority', width: 84 },
      { field: 'name', minWidth: 130 },
      { field: 'apps', minWidth: 150 },
      { field: 'type', hidden: true },
      ...sideColumns,
    ],
    sort: sideSort,
    parentPage: 'vpn-zone-policy',
  },

  editor: {
    sections: {
      general: ['priority', 'name', 'description', 'identifier'],
      saasApps: { fields: ['saasApps'], when: { type: 'saas' } },
      portBasedApps: { fields: ['portBasedApps'], when: { type: 'portBased' } },
    },
    branchField: 'type',
    widgets: {
      saasApps: {
        use: 'dual-list',
        empty: 'applicationSet.noSaasAppAvailable',
        held: { by: 'appSet', name: 'appSetName', text: 'applicationSet.saasAppAlreadyBound' },
        marks: { deleted: 'application-set.mark.deleted', disabled: 'application-set.mark.disabled' },
      },
      portBasedApps: { use: 'table', order: 'priority', blanks: { ports: '*' } },
    },
    spans: { priority: 3, name: 9, description: 12, identifier: 6 },
    ...sideIdentifier,
    notices: [{ kind: 'info', when: { readOnly: true }, text: 'application-set.because.readOnly' }],
  },

  bulk: {
    columns: ['name', 'type', 'priority', 'description'],
    children: { apps: { list: 'saasApps', columns: ['app'] }, ports: { list: 'portBasedApps', columns: ['protocolId', 'ports'] } },
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
