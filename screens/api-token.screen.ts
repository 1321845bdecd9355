import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** API tokens of a tenant and those below, for who sees to it that none is left behind. Whoever needs one makes it in their account. */
export const apiTokenScreen = defineScreen('api-token', {
  group: 'administration',
  title: ['name'],
  icon: 'key',

  list: {
    columns: [
      'name',
      'ownerName',
      'tenantName',
      'role',
      { field: 'state', use: 'status' },
      'expiresAt',
      'lastUsedAt',
      { field: 'createdAt', hidden: true },
    ],
    tabs: ['active', 'expired'],
    sort: { by: 'name', order: 'asc' },
    add: false,
  },

  editor: {
    verbs: { delete: 'revoke' },
    sections: {
      token: ['name', 'ending', 'state', 'expiresAt', 'lastUsedAt', 'createdAt'],
      reach: ['ownerName', 'tenantName', 'role'],
    },
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
