import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** The zero-touch inventory: devices on their way from the platform owner to the customer who uses them. */
export const applianceScreen = defineScreen('appliance', {
  group: 'administration',
  title: ['serialNumber'],
  icon: 'appliance',

  list: {
    columns: [
      { field: 'serialNumber', minWidth: 170 },
      { field: 'status', use: 'status' },
      { field: 'ownerName', minWidth: 160 },
      { field: 'ownerType', minWidth: 190 },
      { field: 'model', minWidth: 110 },
      { field: 'tag', minWidth: 90 },
      { field: 'softwareVersion', minWidth: 185, hidden: true },
      { field: 'lastConnection', minWidth: 185 },
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
    alternatives: {
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
