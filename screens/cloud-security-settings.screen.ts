import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** How a customer's overlay reaches its cloud security service; every customer has exactly one record of it. */
export const cloudSecuritySettingsScreen = defineScreen('cloud-security-settings', {
  group: 'administration',
  title: ['name'],
  icon: 'shield',

  editor: {
    sections: { client: ['enabled', 'clientID', 'clientSecret'] },
    spans: { enabled: 12, clientID: 6, clientSecret: 6 },
    widgets: { clientSecret: { use: 'secret', confirmed: true } },
    commands: {
      sync: {
        post: 'cloudSecSettings/refreshCloudsec',
        when: { enabled: true },
        because: 'cloud-security-settings.because.needsEnabled',
        resultFields: ['fqdnsSyncedAt', 'fqdns'],
      },
      reset: {
        write: { enabled: false, clientID: null, clientSecret: null },
        when: { enabled: true },
        because: 'cloud-security-settings.because.needsEnabled',
        confirm: true,
      },
    },
  },

  journal: { events: ['update'] },
})
