import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** What people and other systems are told of, on a tenant and below it. */
export const subscriptionScreen = defineScreen('subscription', {
  group: 'administration',
  title: ['name'],
  icon: 'bell',

  list: {
    columns: [
      'name',
      'tenantName',
      'entities',
      'actions',
      'audience',
      'ownerName',
      { field: 'state', use: 'status' },
      { field: 'webhookState', use: 'status', hidden: true },
      { field: 'updatedAt', hidden: true },
    ],
    appActions: [{ name: 'deliveries', needs: 'update', with: ['name'] }],
    tabs: ['active', 'paused'],
    sort: { by: 'name', order: 'asc' },
  },

  editor: {
    sections: {
      what: ['name', 'tenantOid', 'state', 'entities', 'actions', 'filter'],
      how: ['audience', 'ownerName', 'bell', 'mail', 'webhookUrl', 'webhookState'],
    },
    widgets: { filter: { use: 'filter', of: 'entities' } },
    spans: { bell: 3, mail: 3 },
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
