import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** How the cloud mesh joins an overlay, to be read; a tab of its advanced configuration. */
export const cloudMeshRoutingScreen = defineScreen('cloud-mesh-routing', {
  group: 'network',
  title: ['name'],

  editor: { sections: { routing: ['routing'] } },
})
