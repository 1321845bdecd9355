import { defineScreen } from '../renderer/descriptor/define-screen.ts'
import { groupFixed, groupShown, groupSpans } from './license-group.ts'

/** Takes licences of a customer back. */
export const licenseUnassignScreen = defineScreen('license-unassign', {
  group: 'administration',
  path: 'licenses/unassign',
  icon: 'undo',
  editor: {
    sections: { what: groupShown, change: ['assignTo', 'count'] },
    readOnly: groupFixed,
    spans: { ...groupSpans, assignTo: 6 },
    verbs: { create: 'apply' },
  },
})
