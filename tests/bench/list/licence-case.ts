import { searchedFields, searchFilter } from '../../../renderer/data/filters/rsql.ts'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { lastMonth, packLicenses } from '../../../server/licensing/status.ts'
import type { ListCase } from './list-case.ts'
import { seedLicences } from './seed-licences.ts'

const TERM = 'hybrid'
const MONTH = `to_char(now() at time zone 'UTC', 'YYYY-MM')`
const STATUS = `(case when coalesce(r.data->>'startDate', '9999') > ${MONTH} then 'notStarted' when coalesce(r.data->>'expirationDate', '9999') < ${MONTH} then 'expired' else 'running' end)`

/** Licences of a reseller and its customers: search box and column filter. */
export const licenceCase: ListCase = {
  name: 'licences',
  about: '10,000 licence groups of a reseller',
  seed: seedLicences,
  path: (tenantOid) => `/api/licensing/v2/licenses/inventory/${tenantOid}`,
  sort: 'startDate',
  requestOptions: () => ({}),
  calls: [
    {
      name: 'search',
      filter: searchFilter(searchedFields(entitySchemas.license), TERM) ?? '',
      where: `(t.name ilike $2 or ${STATUS} ilike $2 or r.data->>'licenseType' ilike $2 or r.data->>'licenseSize' ilike $2)`,
      values: [`%${TERM}%`],
    },
    { name: 'filter', filter: 'licenseSize=="XL"', where: `r.data->>'licenseSize' = $2`, values: ['XL'] },
  ],
  statement: (
    where,
  ) => `select r.oid, r.revision, r.data, r.tenant_oid, r.updated_at, r.updated_by, t.name as tenant_name, t.type as tenant_type, t.licensing_mode, ${STATUS} as status, count(*) over() as total
    from entity.license r join tenant t on t.oid = r.tenant_oid
    where r.tenant_path >= (select path from tenant where oid = $1) and r.tenant_path < (select rtrim(path, '.') || '/' from tenant where oid = $1) and ${where}
    order by r.data->>'startDate' collate "C", r.oid limit $3 offset $4`,
  recordOf: (row) => {
    const data = row['data'] as Record<string, unknown>
    return {
      ...data,
      oid: row['oid'],
      revision: row['revision'],
      tenantId: row['tenant_oid'],
      tenantName: row['tenant_name'],
      tenantType: row['tenant_type'],
      licenseMode: row['licensing_mode'] === 'consumption' ? 'CONSUMPTION' : 'SUBSCRIPTION',
      status: row['status'],
      expirationDate: data['expirationDate'] ?? lastMonth(data['startDate'], data['duration']),
      packLicenses: packLicenses({ ...data, status: row['status'] }),
      updatedAt: row['updated_at'],
      updatedBy: row['updated_by'],
    }
  },
}
