import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Devices of sites with a single uplink. They are listed among all devices. */
export const teleEngineScreen = defineScreen('tele-engine', {
  group: 'network',
  title: ['name'],
  path: 'ipengines/teleEngines',
  icon: 'radio',

  editor: {
    heading: 'network.teleEngines.title',
    sections: {
      general: ['name', 'site'],
      subnets: { fields: ['lan/subnets'], tab: 'lan' },
      wan: ['wan/transportNetwork', 'wan/access'],
    },
    widgets: { site: 'editable-select', 'wan/transportNetwork': { use: 'editable-select', leading: { reserved: [true] } } },
  },

  bulk: {
    columns: ['name', 'site', 'wan/transportNetwork', 'wan/access/upBandwidth', 'wan/access/downBandwidth'],
    children: { subnets: { list: 'lan/subnets', columns: ['prefix', 'mask'] } },
  },

  journal: { events: ['creation', 'update', 'deletion'] },
})
