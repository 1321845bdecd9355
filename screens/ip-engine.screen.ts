import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Every device of an overlay: boxes, tele engines, and appliances that wait for a box. */
export const ipEngineScreen = defineScreen('ip-engine', {
  group: 'network',
  title: ['name', 'serialNumber'],
  icon: 'router',

  list: {
    columns: [
      { field: 'name', minWidth: 150 },
      { field: 'siteName', minWidth: 130 },
      {
        field: 'serialNumber',
        minWidth: 210,
        headerKey: 'appliance',
        use: { use: 'text', monospace: true, with: ['model', 'softwareVersion'] },
      },
      { field: 'mode', minWidth: 96 },
      { field: 'lanAddresses', minWidth: 140, use: { use: 'tags', monospace: true } },
      { field: 'wans', minWidth: 190, use: { use: 'table', marks: ['name', 'transportNetwork'] } },
      { field: 'bgpASNumber', minWidth: 116 },
    ],
    tabs: ['configured', 'notConfigured', 'unProvisioned', 'teleEngine'],
    sort: { by: 'name', order: 'asc' },
    pageSize: 50,
    numbered: true,
    kinds: {
      appliance: {
        create: 'edge-box',
        prefill: {
          serialNumber: 'serialNumber',
          applianceModel: 'model',
          softwareVersion: 'softwareVersion',
          applianceInfo: 'info',
          provisioned: 'provisioned',
        },
      },
    },
    appActions: [{ name: 'troubleshoot', needs: 'troubleshoot', with: ['name', 'serialNumber'] }],
    views: { map: { use: 'overlay-map', options: { from: 'overlay/map', middle: 'hub' } } },
  },
})
