import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** What a customer has besides its overlay; every customer has exactly one record of it. */
export const settingsScreen = defineScreen('settings', {
  group: 'administration',
  title: ['name'],
  icon: 'settings',

  editor: {
    sections: { reporting: ['reporting'] },
    spans: { reporting: 4 },
    notices: [{ kind: 'danger', when: { reportingAvailable: false }, text: 'settings.reporting.not.available' }],
  },

  journal: { events: ['update'] },
})
