import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Whether traffic leaves an overlay at its sites; a tab of its advanced configuration. */
export const localBreakoutScreen = defineScreen('local-breakout', {
  group: 'network',
  title: ['name'],

  editor: {
    sections: { breakout: ['enabled', 'transportNetwork'] },
    spans: { enabled: 4, transportNetwork: 8 },
  },

  journal: { events: ['update'] },
})
