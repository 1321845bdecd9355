import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Splits running licences in time. */
export const licenseSplitScreen = defineScreen('license-split', {
  group: 'administration',
  path: 'licenses/split',
  icon: 'split',
  editor: {
    sections: {
      what: ['tenantId', 'group/licenseType', 'group/licenseSize', 'group/startDate', 'expirationDate', 'stock'],
      change: ['count', 'splitPoint'],
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
      splitPoint: 3,
    },
    verbs: { create: 'apply' },
  },
})
