import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Moves licences that have not started. */
export const licenseEditScreen = defineScreen('license-edit', {
  group: 'administration',
  path: 'licenses/edit',
  icon: 'pencil',
  editor: {
    sections: {
      what: ['tenantId', 'group/licenseType', 'group/licenseSize', 'group/startDate', 'group/duration', 'stock'],
      change: ['count', 'moveToType', 'updateToSize', 'moveToDate', 'updateToDuration'],
    },
    readOnly: ['tenantId', 'group/licenseType', 'group/licenseSize', 'group/startDate', 'group/duration'],
    spans: {
      tenantId: 6,
      'group/licenseType': 3,
      'group/licenseSize': 3,
      'group/startDate': 3,
      'group/duration': 3,
      stock: 3,
      count: 3,
      moveToType: 6,
      updateToSize: 3,
      moveToDate: 3,
      updateToDuration: 3,
    },
    verbs: { create: 'apply' },
  },
})
