import { searchFilter } from '../../../renderer/data/filters/rsql.ts'
import type { ListCase } from './list-case.ts'
import { seedDevices } from './seed-devices.ts'

const TERM = 'lyon'

/** The combined device list of one overlay: search box and column filter. */
export const deviceCase: ListCase = {
  name: 'devices',
  about: '10,000 devices of one overlay',
  seed: seedDevices,
  path: () => '/api/v1/ipEngines/synthesis',
  sort: 'name',
  requestOptions: (tenantOid) => ({ headers: { 'x-overlay-oid': tenantOid } }),
  calls: [
    {
      name: 'search',
      filter: searchFilter(['name', 'siteName', 'serialNumber'], TERM) ?? '',
      where: `(r.data->>'name' ilike $2 or r.data->>'siteName' ilike $2 or r.data->>'serialNumber' ilike $2)`,
      values: [`%${TERM}%`],
    },
    { name: 'filter', filter: 'mode=="hub"', where: `r.data->>'mode' = $2`, values: ['hub'] },
  ],
  statement: (where) => `select r.oid, r.revision, r.data, r.updated_at, r.updated_by, count(*) over() as total
    from entity."ip-engine" r where r.tenant_oid = $1 and ${where} order by r.sort_keys->>'name' collate "C", r.oid limit $3 offset $4`,
  recordOf: (row) => ({
    ...(row['data'] as object),
    oid: row['oid'],
    revision: row['revision'],
    updatedAt: row['updated_at'],
    updatedBy: row['updated_by'],
  }),
}
