import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** How routes travel through an overlay; a tab of its advanced configuration. */
export const overlayRoutingScreen = defineScreen('overlay-routing', {
  group: 'network',
  title: ['name'],

  editor: {
    sections: { tunnels: ['vtiSubnet'], bgp: ['bgpAsRange', 'bgpAsExclusion'], loops: ['bgpCommunity', 'ospfTag'] },
    spans: { vtiSubnet: 6, bgpAsRange: 6, bgpAsExclusion: 6, bgpCommunity: 6, ospfTag: 6 },
  },

  journal: { events: ['update'] },
})
