import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Companies that sell or operate the service: distributors, managed service providers and resellers. */
export const partnerScreen = defineScreen('partner', {
  group: 'administration',
  title: ['name'],
  icon: 'store',

  list: {
    columns: ['name', 'parentName', 'type', { field: 'state', use: 'status' }, 'partnerCount', 'customerCount', 'userCount', 'updatedAt'],
    tabs: ['active', 'frozen', 'vad', 'msp', 'reseller'],
    sort: { by: 'name', order: 'asc' },
    rowActions: { freeze: 'pause', resume: 'play' },
  },

  editor: {
    sections: {
      general: ['parentOid', 'type', 'state', 'name', 'licensingMode'],
      contact: ['contactName', 'contactEmail', 'contactDetails', 'createAdmin'],
    },
    widgets: { state: 'segmented', licensingMode: 'segmented', contactDetails: { use: 'textarea', rows: 5 } },
    readOnly: ['state'],
    only: { createAdmin: 'create' },
    next: { when: { createAdmin: true }, list: 'user-role', text: 'partner.next.invite' },
  },

  bulk: {
    file: 'partners',
    columns: ['parentOid', 'type', 'name', 'state', 'licensingMode', 'contactName', 'contactEmail', 'contactDetails'],
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
