import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Adds licences to a tenant. */
export const licenseAddScreen = defineScreen('license-add', {
  group: 'administration',
  path: 'licenses/add',
  icon: 'licence',
  editor: {
    sections: { what: ['tenantId', 'group/licenseType', 'group/licenseSize', 'group/startDate', 'group/duration', 'count'] },
    spans: { tenantId: 6, 'group/licenseType': 6, 'group/licenseSize': 3, 'group/startDate': 3, 'group/duration': 3, count: 3 },
    verbs: { create: 'apply' },
  },
})
