import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Stock of licences: groups of like ones, which commands change. */
export const licenseScreen = defineScreen('license', {
  group: 'administration',
  title: ['licenseType', 'licenseSize', 'startDate'],
  icon: 'licence',

  list: {
    columns: [
      { field: 'tenantName', minWidth: 136 },
      { field: 'licenseType', minWidth: 112 },
      { field: 'licenseSize', minWidth: 94 },
      { field: 'status', use: 'status', minWidth: 138 },
      { field: 'count', minWidth: 98 },
      { field: 'startDate', minWidth: 100 },
      { field: 'expirationDate', minWidth: 104 },
      { field: 'duration', minWidth: 88, headerKey: 'months' },
      { field: 'licenseMode', minWidth: 116 },
    ],
    tabs: ['FilterStatusNotStarted', 'FilterStatusRunning', 'FilterStatusExpired'],
    facets: ['licenseType', 'licenseSize'],
    sort: { by: 'status', order: 'asc' },
    pageSize: 50,
  },

  // Rows are carried out by commands; the owner is for them alone.
  bulk: {
    file: 'licenses',
    columns: ['tenantId', 'licenseType', 'licenseSize', 'startDate', 'duration', 'count', 'status', 'expirationDate'],
  },

  journal: { events: ['creation', 'deletion', 'updation', 'split', 'activation', 'expiration', 'breach', 'report'] },

  summary: {
    endpoint: '/api/licensing/v2/licenses/cmd/summary/{tenantOid}',
    filters: ['licenseType', 'licenseSize'],
    plots: {
      stock: { kind: 'area', of: 'stock', axis: 'month' },
      expiring: { kind: 'columns', of: 'expiring', axis: 'month' },
      byType: { kind: 'bars', axis: 'licenseType' },
      bySize: { kind: 'bars', axis: 'licenseSize' },
    },
    rows: ['licenseType', 'licenseSize'],
    count: 'count',
    states: { by: 'status', tones: { used: 'accent', notUsed: 'quiet', missing: 'danger' } },
  },
})
