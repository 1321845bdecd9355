import { searchFilter } from '../../../renderer/data/filters/rsql.ts'
import type { ListCase } from './list-case.ts'
import { seedPartners } from './seed-partners.ts'

const TERM = 'horizon'

/** Partners of a distributor: search box and column filter. */
export const partnerCase: ListCase = {
  name: 'partners',
  about: '20,000 partners',
  seed: seedPartners,
  path: () => '/api/v1/partners',
  sort: 'name',
  requestOptions: (tenantOid) => ({ parameters: { parentTenantOid: tenantOid } }),
  calls: [
    {
      name: 'search',
      filter: searchFilter(['name', 'contactName', 'contactEmail'], TERM) ?? '',
      where: `(r.data->>'name' ilike $2 or r.data->>'contactName' ilike $2 or r.data->>'contactEmail' ilike $2)`,
      values: [`%${TERM}%`],
    },
    { name: 'filter', filter: 'type=="msp"', where: `r.data->>'type' = $2`, values: ['msp'] },
  ],
  statement: (
    where,
  ) => `select r.oid, r.revision, r.data, r.tenant_oid, r.updated_at, r.updated_by, p.name as parent_name, count(*) over() as total,
      (select count(*) from entity.partner c where c.tenant_oid = r.oid) as partner_count,
      (select count(*) from entity.customer c where c.tenant_oid = r.oid) as customer_count,
      (select count(*) from user_role u where u.tenant_oid = r.oid) as user_count
    from entity.partner r join tenant p on p.oid = r.tenant_oid
    where r.tenant_oid = $1 and ${where} order by r.sort_keys->>'name' collate "C", r.oid limit $3 offset $4`,
  recordOf: (row) => ({
    ...(row['data'] as object),
    oid: row['oid'],
    revision: row['revision'],
    parentOid: row['tenant_oid'],
    parentName: row['parent_name'],
    partnerCount: Number(row['partner_count']),
    customerCount: Number(row['customer_count']),
    userCount: Number(row['user_count']),
    updatedAt: row['updated_at'],
    updatedBy: row['updated_by'],
  }),
}
