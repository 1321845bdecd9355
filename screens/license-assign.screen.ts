import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Gives licences of a partner to a customer. */
export const licenseAssignScreen = defineScreen('license-assign', {
  group: 'administration',
  path: 'licenses/assign',
  icon: 'assign',
  editor: {
    sections: {
      what: ['tenantId', 'group/licenseType', 'group/licenseSize', 'group/startDate', 'expirationDate', 'stock'],
      change: ['assignTo', 'count'],
    },
    readOnly: ['tenantId', 'group/licenseType', 'group/licenseSize', 'group/startDate'],
    spans: {
      tenantId: 6,
      'group/licenseType': 3,
      'group/licenseSize': 3,
      'group/startDate': 3,
      expirationDate: 3,
      stock: 3,
      count: 3,
      assignTo: 6,
    },
    verbs: { create: 'assign' },
  },
})
