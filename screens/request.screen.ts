import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** What people ask the platform owner for who may not do it at once. */
export const requestScreen = defineScreen('request', {
  group: 'administration',
  title: ['details'],
  icon: 'inbox',

  list: {
    columns: ['details', 'type', { field: 'status', use: 'status' }, 'srcTenantName', 'comment', 'createdDate', 'lastModifiedDate'],
    tabs: ['open', 'active', 'resolved', 'cancelled'],
    sort: { by: 'createdDate', order: 'desc' },
    add: false,
    rowActions: { activate: 'play', resolve: 'check', deactivate: 'pause', cancel: 'ban' },
  },

  editor: {
    sections: {
      request: ['type', 'status', 'createdDate', 'lastModifiedDate', 'details', 'srcTenantName', 'comment'],
      customer: ['customer'],
    },
    groups: { customer: { wanted: ['name', 'type', 'apoDomain', 'contactName', 'contactEmail', 'contactDetails', 'createAdmin'] } },
    widgets: { comment: { use: 'textarea', rows: 5 } },
    spans: { type: 3, status: 3, createdDate: 3, lastModifiedDate: 3, details: 6, srcTenantName: 6 },
  },

  journal: { events: ['creation', 'statusUpdate', 'commentUpdate', 'deletion'] },
})
