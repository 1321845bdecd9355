import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** People and their roles, for who manages a tenant. */
export const userRoleScreen = defineScreen('user-role', {
  group: 'administration',
  title: ['name'],
  icon: 'people',

  list: {
    columns: ['name', 'mail', 'role', { field: 'state', use: 'status' }, 'tenantName', { field: 'invitedAt', hidden: true }, 'updatedAt'],
    tabs: ['administrators', 'managers', 'viewers', 'noAccess', 'pending'],
    sort: { by: 'name', order: 'asc' },
    appActions: [{ name: 'invite', needs: 'update', with: ['invitedAt'] }],
  },

  editor: {
    sections: {
      person: ['name', 'mail'],
      role: ['tenantOid', 'role', 'state'],
    },
    readOnly: ['name'],
    only: { name: 'edit', state: 'edit' },
    note: 'user-role.notice.attach',
    verbs: { create: 'attach', delete: 'detach' },
  },

  bulk: {
    file: 'userroles',
    columns: ['tenantOid', 'mail', 'name', 'role'],
  },

  journal: { events: ['creation', 'update', 'deletion', 'invitation', 'confirmation', 'waiting', 'profile'] },
})
