import { defineScreen } from '../renderer/descriptor/define-screen.ts'
import { groupFixed, groupShown, groupSpans } from './license-group.ts'

/** Gives licences of a partner to a customer. */
export const licenseAssignScreen = defineScreen('license-assign', {
  group: 'administration',
  path: 'licenses/assign',
  icon: 'assign',
  editor: {
    sections: { what: groupShown, change: ['assignTo', 'count'] },
    readOnly: groupFixed,
    spans: { ...groupSpans, assignTo: 6 },
    verbs: { create: 'assign' },
  },
})
