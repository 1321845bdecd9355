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
 * Required licences, one row each: tenant, type, size, and since when. Every installed appliance uses an activation licence;
 * every edge box on an installed appliance a Hybrid licence in the hybrid deployment and a Foundation licence in the others, of the
 * size of its appliance. The condition is on rows `r`.
 */
export function neededSql(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select r.tenant_oid, case r.data->>'deploymentMode' when 'multiwan_hybrid' then 'Hybrid' else 'Foundation' end as type, ${sql.raw(size)} as size,
      greatest(r.created_at, a.created_at) as since
      from entity."edge-box" r join entity.appliance a on a.tenant_oid = r.tenant_oid and a.${sql.raw(keyColumn('serialNumber'))} = r.data->>'serialNumber'
      where ${condition} and a.data->>'status' = 'installed'
    union all select r.tenant_oid, 'Activation', 'NA', r.created_at from entity.appliance r where ${condition} and r.data->>'status' = 'installed'`
}
