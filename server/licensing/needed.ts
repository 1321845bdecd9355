import { sql, type RawBuilder } from 'kysely'
import { keyColumn } from '../domain/entity-sql.ts'

/** Licence size by appliance model; unknown models need S. */
export const SIZES_BY_MODEL: Readonly<Record<string, string>> = {
  'SDX 120 LTE': 'XS',
  'SDX 100': 'S',
  'SDX 400': 'M',
  'SDX 450 R': 'L',
  'SDX 2400': 'XL',
}

const size = `case a.data->>'model' ${Object.entries(SIZES_BY_MODEL)
  .map(([model, name]) => `when '${model}' then '${name}'`)
  .join(' ')} else 'S' end`

/**
 * SQL for the required licences, one row each: tenant, type, size, since. Every installed appliance needs an activation licence; an
 * edge box on one needs a licence of its appliance's size, Hybrid in the hybrid deployment and Foundation otherwise. `condition` applies
 * to rows `r`.
 */
export function neededSql(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select r.tenant_oid, case r.data->>'deploymentMode' when 'multiwan_hybrid' then 'Hybrid' else 'Foundation' end as type, ${sql.raw(size)} as size,
      greatest(r.created_at, a.created_at) as since
      from entity."edge-box" r join entity.appliance a on a.tenant_oid = r.tenant_oid and a.${sql.raw(keyColumn('serialNumber'))} = r.data->>'serialNumber'
      where ${condition} and a.data->>'status' = 'installed'
    union all select r.tenant_oid, 'Activation', 'NA', r.created_at from entity.appliance r where ${condition} and r.data->>'status' = 'installed'`
}
