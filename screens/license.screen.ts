import { defineScreen } from '../renderer/descriptor/define-screen.ts'

/** Stock of licences: groups of like ones, which commands change. */
export const licenseScreen = defineScreen('license', {
  group: 'administration',
  title: ['licenseType', 'licenseSize', 'startDate'],
  icon: 'licence',

  list: {
    columns: [
      { field: 'tenantName', least: 136 },
      { field: 'licenseType', least: 112 },
      { field: 'licenseSize', least: 94 },
      { field: 'status', use: 'status', least: 138 },
      { field: 'count', least: 98 },
      { field: 'startDate', least: 100 },
      { field: 'expirationDate', least: 104 },
      { field: 'duration', least: 88, head: 'months' },
      { field: 'licenseMode', least: 116 },
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
    from: '/api/licensing/v2/licenses/cmd/summary/{tenantOid}',
    filters: ['licenseType', 'licenseSize'],
    plots: {
      stock: { kind: 'area', of: 'stock', along: 'month' },
      expiring: { kind: 'columns', of: 'expiring', along: 'month' },
      byType: { kind: 'bars', along: 'licenseType' },
      bySize: { kind: 'bars', along: 'licenseSize' },
    },
    rows: ['licenseType', 'licenseSize'],
    count: 'count',
    states: { by: 'status', tones: { used: 'accent', notUsed: 'quiet', missing: 'danger' } },
  },
})
