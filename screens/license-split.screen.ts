import { defineScreen } from '../renderer/descriptor/define-screen.ts'
import { groupFixed, groupShown, groupSpans } from './license-group.ts'

/** Splits running licences in time. */
export const licenseSplitScreen = defineScreen('license-split', {
  group: 'administration',
  path: 'licenses/split',
  icon: 'split',
  editor: {
    sections: { what: groupShown, change: ['count', 'splitPoint'] },
    readOnly: groupFixed,
    spans: { ...groupSpans, splitPoint: 3 },
    verbs: { create: 'apply' },
  },
})
