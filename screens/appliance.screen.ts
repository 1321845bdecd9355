import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** The zero-touch inventory: devices on their way from the platform owner to the customer who uses them. */
export const applianceScreen = defineScreen('appliance', {
  group: 'administration',
  title: ['serialNumber'],
  icon: 'appliance',

  list: {
    columns: [
      { field: 'serialNumber', least: 170 },
      { field: 'status', use: 'status' },
      { field: 'ownerName', least: 160 },
      { field: 'ownerType', least: 190 },
      { field: 'model', least: 110 },
      { field: 'tag', least: 90 },
      { field: 'softwareVersion', least: 185, hidden: true },
      { field: 'lastConnection', least: 185 },
    ],
    tabs: ['FilterStatusAssigned', 'FilterStatusInstock', 'FilterStatusInstalled'],
    sort: { by: 'serialNumber', order: 'asc' },
    pageSize: 20,
    add: false,
  },

  editor: {
    sections: {
      device: ['serialNumber', 'model', 'tag', 'softwareVersion'],
      inventory: ['tenantId', 'status'],
    },
    spans: { serialNumber: 6, model: 6, tag: 6, softwareVersion: 6, tenantId: 6, status: 6 },
    deletes: false,
    others: {
      assign: {
        icon: 'assign',
        offered: { in: ['po', 'vad', 'msp', 'reseller'], because: 'appliance.assign.unavailable' },
        sections: { device: ['serialNumber', 'model', 'tag', 'softwareVersion'], owner: ['tenantId'] },
        readOnly: ['serialNumber', 'model', 'tag', 'softwareVersion'],
      },
    },
  },

  bulk: { file: 'appliances', columns: ['serialNumber', 'ownerType', 'tenantId', 'status', 'model', 'tag', 'softwareVersion'] },

  journal: { events: ['creation', 'assignment', 'update', 'deletion'] },
})
