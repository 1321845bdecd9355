import { defineScreen } from '../renderer/descriptor/define-screen.ts'
import { groupFixed, groupShown, groupSpans } from './license-group.ts'

/** Deletes licences of a group. */
export const licenseDeleteScreen = defineScreen('license-delete', {
  group: 'administration',
  path: 'licenses/delete',
  icon: 'trash',
  editor: {
    sections: { what: groupShown, change: ['count'] },
    readOnly: groupFixed,
    spans: groupSpans,
    verbs: { create: 'delete' },
    deleteSummary: ['group/licenseType', 'group/licenseSize', 'count', 'tenantName'],
  },
})
