import { monthAfter } from '../../schemas/vocabulary/months.ts'
import { THIS_MONTH } from '../db/sql-parts.ts'
import { storedText } from '../entities/model/stored-field.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'

const startDate = storedText('license', 'startDate')
const expirationDate = storedText('license', 'expirationDate')

/** SQL for the status of a licence row. Licences without a start date have not started and never expire. */
export function licenseStatusSql(alias: string): string {
  return `(case when coalesce(${startDate(alias)}, '9999') > ${THIS_MONTH} then 'notStarted'
    when coalesce(${expirationDate(alias)}, '9999') < ${THIS_MONTH} then 'expired' else 'running' end)`
}

/**
 * SQL for the sort order of a licence row: running (soonest expiration first), not started (soonest start first), without dates,
 * expired (latest expiration first).
 */
export function licenseOrderSql(alias: string): string {
  const [first, last] = [startDate(alias), `coalesce(${expirationDate(alias)}, '9999')`]
  return `(case when ${first} is null then '2' when ${last} < ${THIS_MONTH} then '3' || translate(${last}, '0123456789', '9876543210')
    when ${first} > ${THIS_MONTH} then '1' || (${first}) || ${last} else '0' || ${last} end)`
}

/** The last month of a term; equals the start month for a duration of 1. */
export function lastMonth(startDate: unknown, duration: unknown): string | undefined {
  return typeof duration === 'number' ? monthAfter(startDate, duration - 1) : undefined
}

/** Counts of a pack by status; all licences of a pack share one. */
export function packLicenses({ isPack, status, count = 0 }: Rec): Rec | undefined {
  if (isPack !== true) return undefined
  const of = (wanted: string): unknown => (status === wanted ? count : 0)
  return { inStockCount: of('notStarted'), inUseCount: of('running'), expiredCount: of('expired') }
}
