import { monthAfter } from '../../schemas/vocabulary/months.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'

/** The current month in SQL: that of universal time. In a query of its own, so that it is asked once and not for every row. */
export const THIS_MONTH = `(select to_char(now() at time zone 'UTC', 'YYYY-MM'))`

/** Where the calendar is, of a row under an alias. Licences without a first month have not started, and never expire. */
export function licenseStatusSql(alias: string): string {
  return `(case when coalesce(${alias}.data->>'startDate', '9999') > ${THIS_MONTH} then 'notStarted'
    when coalesce(${alias}.data->>'expirationDate', '9999') < ${THIS_MONTH} then 'expired' else 'running' end)`
}

/**
 * The order of states, of a row under an alias: what runs, the first to expire in front; what waits, the first to start in front; what
 * has no months; what is over, the last that expired in front.
 */
export function licenseOrderSql(alias: string): string {
  const [first, last] = [`${alias}.data->>'startDate'`, `coalesce(${alias}.data->>'expirationDate', '9999')`]
  return `(case when ${first} is null then '2' when ${last} < ${THIS_MONTH} then '3' || translate(${last}, '0123456789', '9876543210')
    when ${first} > ${THIS_MONTH} then '1' || (${first}) || ${last} else '0' || ${last} end)`
}

/** The last month of licences: with the first month and a duration of one it is the same. */
export function lastMonth(startDate: unknown, duration: unknown): string | undefined {
  return typeof duration === 'number' ? monthAfter(startDate, duration - 1) : undefined
}

/** Where the licences of a pack are; a pack is never in part started or expired. */
export function packLicenses({ isPack, status, count = 0 }: Rec): Rec | undefined {
  if (isPack !== true) return undefined
  const of = (wanted: string): unknown => (status === wanted ? count : 0)
  return { inStockCount: of('notStarted'), inUseCount: of('running'), expiredCount: of('expired') }
}
