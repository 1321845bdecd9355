import { searchedFields, searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import type { ListCase } from './list-case.ts'
import { seedAppliances } from './seed-appliances.ts'

const TERM = 'returned'
const SEARCHED = ['serialNumber', 'model', 'tag', 'softwareVersion', 'status', 'lastConnection']

/** Appliances of a distributor and its descendants: search box, column filter, and no filter. */
export const applianceCase: ListCase = {
  name: 'appliances',
  about: '20,000 appliances of a distributor',
  seed: seedAppliances,
  path: (tenantOid) => `/api/inventory/v1/appliances/${tenantOid}`,
  sort: 'serialNumber',
  requestOptions: () => ({}),
  calls: [
    {
      name: 'search',
      filter: searchFilter(searchedFields(entitySchemas.appliance), TERM) ?? '',
      where: `(${SEARCHED.map((field) => `r.data->>'${field}' ilike $2`).join(' or ')} or t.name ilike $2)`,
      values: [`%${TERM}%`],
    },
    { name: 'filter', filter: 'model=="SDX 450 R"', where: `r.data->>'model' = $2`, values: ['SDX 450 R'] },
    { name: 'all', filter: '', where: `$2::text is null`, values: [null] },
  ],
  statement: (
    where,
  ) => `select r.oid, r.revision, r.data, r.tenant_oid, r.updated_at, r.updated_by, t.name as owner_name, t.type as owner_type, count(*) over() as total
    from entity.appliance r join tenant t on t.oid = r.tenant_oid
    where r.tenant_path >= (select path from tenant where oid = $1) and r.tenant_path < (select rtrim(path, '.') || '/' from tenant where oid = $1) and ${where}
    order by r.sort_keys->>'serialNumber' collate "C", r.oid limit $3 offset $4`,
  recordOf: (row) => ({
    ...(row['data'] as object),
    oid: row['oid'],
    id: row['oid'],
    revision: row['revision'],
    tenantId: row['tenant_oid'],
    ownerName: row['owner_name'],
    ownerType: row['owner_type'],
    owner: { oid: row['tenant_oid'], name: row['owner_name'], type: row['owner_type'] },
    updatedAt: row['updated_at'],
    updatedBy: row['updated_by'],
  }),
}
