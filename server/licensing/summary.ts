import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { Scope } from '../db/scope.ts'
import { neededSql } from './needed.ts'
import { THIS_MONTH } from '../db/sql-parts.ts'

/** Licences of one type and size: used, idle, and missing. */
export interface SummaryGroup {
  licenseType: string
  licenseSize: string
  count: number
  status: 'used' | 'notUsed' | 'missing'
}

interface MonthCount {
  month: string
  count: number
}

/** Licences that a tenant's subtree has and uses. */
export interface Summary {
  groups: SummaryGroup[]
  /** Usable licences per month, from a year ago to two years from now; those without dates count in every month. */
  stock: MonthCount[]
  /** Licences whose last month is each of the next twelve, starting with the current one. */
  expiring: MonthCount[]
}

export interface SummaryQuery {
  /** Path range of the subtree. */
  range: Scope
  licenseType?: string | undefined
  licenseSize?: string | undefined
}

/** Computes the summary; one tenant's missing licences are not offset by another's idle ones. */
export async function licenceSummary(queries: Queries, { range, licenseType, licenseSize }: SummaryQuery): Promise<Summary> {
  const within = sql`r.tenant_path >= ${range.from} and r.tenant_path < ${range.to}`
  const chosen = sql`(${licenseType ?? null}::text is null or g.type = ${licenseType ?? null}) and (${licenseSize ?? null}::text is null or g.size = ${licenseSize ?? null})`
  const { rows } = await sql<Summary>`with stored as materialized (
      select g.* from (select r.tenant_oid, r.data->>'licenseType' as type, coalesce(r.data->>'licenseSize', 'NA') as size, (r.data->>'count')::integer as count,
        r.data->>'startDate' as first, r.data->>'expirationDate' as last from entity.license r where ${within}) g where ${chosen}),
    demand as (
      select g.tenant_oid, g.type, g.size, count(*)::integer as count from (${neededSql(within)}) g
      where ${chosen} group by 1, 2, 3),
    stock as (select tenant_oid, type, size, sum(count)::integer as count from stored
      where first is null or ${sql.raw(THIS_MONTH)} between first and last group by 1, 2, 3),
    compared as (select type, size, coalesce(s.count, 0) as had, coalesce(d.count, 0) as needed from stock s full join demand d using (tenant_oid, type, size)),
    summed as (select c.type, c.size, x.status, sum(x.count)::integer as count from compared c cross join lateral (values
      ('used', least(had, needed)), ('notUsed', greatest(had - needed, 0)), ('missing', greatest(needed - had, 0))) as x(status, count) group by 1, 2, 3),
    span as materialized (select first, last, sum(count) as count from stored group by 1, 2),
    month as (select i, to_char((now() at time zone 'UTC') + make_interval(months => i), 'YYYY-MM') as name from generate_series(-12, 24) as i)
    select (select coalesce(json_agg(json_build_object('licenseType', type, 'licenseSize', size, 'count', count, 'status', status) order by type, size, status), '[]')
        from summed where count > 0) as groups,
      (select json_agg(json_build_object('month', m.name, 'count', (select coalesce(sum(count), 0) from span where first is null or m.name between first and last)) order by m.i) from month m) as stock,
      (select json_agg(json_build_object('month', m.name, 'count', (select coalesce(sum(count), 0) from span where m.name = last)) order by m.i) from month m where m.i between 0 and 11) as expiring`.execute(
    queries,
  )
  return rows[0] ?? { groups: [], stock: [], expiring: [] }
}
