import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Deletes licences of a group. */
export const licenseDeleteScreen = defineScreen('license-delete', {
  group: 'administration',
  path: 'licenses/delete',
  icon: 'trash',
  editor: {
    sections: {
      what: ['tenantId', 'group/licenseType', 'group/licenseSize', 'group/startDate', 'expirationDate', 'stock'],
      change: ['count'],
    },
    readOnly: ['tenantId', 'group/licenseType', 'group/licenseSize', 'group/startDate'],
    spans: { tenantId: 6, 'group/licenseType': 3, 'group/licenseSize': 3, 'group/startDate': 3, expirationDate: 3, stock: 3, count: 3 },
    verbs: { create: 'delete' },
  },
})
