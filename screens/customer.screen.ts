import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Companies that use the service, run by their partner or by themselves. */
export const customerScreen = defineScreen('customer', {
  group: 'administration',
  title: ['name'],
  icon: 'building',

  list: {
    columns: ['name', 'parentName', 'type', { field: 'state', use: 'status' }, 'apoDomain', 'reporting', 'userCount', 'updatedAt'],
    tabs: ['active', 'frozen', 'reporting'],
    sort: { by: 'name', order: 'asc' },
    rowActions: { freeze: 'pause', resume: 'play' },
  },

  editor: {
    sections: {
      general: ['parentOid', 'type', 'state', 'name', 'apoDomain'],
      contact: ['contactName', 'contactEmail', 'contactDetails', 'createAdmin'],
    },
    widgets: { state: 'segmented', contactDetails: { use: 'textarea', rows: 5 } },
    readOnly: ['state'],
    only: { createAdmin: 'create' },
    next: { when: { createAdmin: true }, list: 'user-role', text: 'customer.next.invite' },
  },

  bulk: {
    file: 'customers',
    columns: ['parentOid', 'type', 'name', 'state', 'apoDomain', 'contactName', 'contactEmail', 'contactDetails'],
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
