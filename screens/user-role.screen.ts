import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** People and their roles, for who manages a tenant. */
export const userRoleScreen = defineScreen('user-role', {
  group: 'administration',
  title: ['name'],
  icon: 'people',

  list: {
    columns: [
      { field: 'name', width: 180 },
      { field: 'mail', width: 210 },
      { field: 'role', width: 190 },
      { field: 'tenantName', width: 190 },
      { field: 'invitedAt', width: 125 },
      'updatedAt',
    ],
    tabs: ['administrators', 'managers', 'viewers', 'noAccess'],
    sort: { by: 'name', order: 'asc' },
    rowActions: [{ name: 'invite', needs: 'update', with: ['invitedAt'] }],
  },

  editor: {
    sections: {
      person: ['name', 'mail'],
      role: ['tenantOid', 'role'],
    },
    readOnly: ['name'],
    only: { name: 'edit' },
    note: 'user-role.notice.attach',
    verbs: { create: 'attach', delete: 'detach' },
  },

  bulk: {
    file: 'userroles',
    columns: ['tenantOid', 'mail', 'name', 'role'],
  },

  journal: { events: ['creation', 'update', 'deletion', 'invitation', 'profile'] },
})
