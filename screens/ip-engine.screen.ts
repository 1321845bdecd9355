import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Every device of an overlay: boxes, tele engines, and appliances that wait for a box. */
export const ipEngineScreen = defineScreen('ip-engine', {
  group: 'network',
  title: ['name', 'serialNumber'],
  icon: 'router',

  list: {
    columns: [
      { field: 'name', least: 160 },
      { field: 'siteName', least: 100 },
      { field: 'serialNumber', least: 210, head: 'appliance', use: { use: 'text', monospace: true, with: ['model', 'softwareVersion'] } },
      { field: 'mode', least: 96 },
      { field: 'lanAddresses', least: 140, use: { use: 'tags', monospace: true } },
      { field: 'wans', least: 190, use: { use: 'table', marks: ['name', 'transportNetwork'] } },
      { field: 'bgpASNumber', least: 125 },
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
    rowActions: [{ name: 'troubleshoot', needs: 'troubleshoot', with: ['name', 'serialNumber'] }],
    views: { map: { use: 'overlay-map', options: { from: 'overlay/map', middle: 'hub' } } },
  },
})
