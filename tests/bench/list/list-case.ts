import type { RunningService } from '../../support/service/service.ts'

/** A list call of the console, and the SQL condition with which the reference returns the same rows. */
export interface ListCall {
  name: string
  /** RSQL as the console builds it; empty for no filter. */
  filter: string
  /** The same filter as an SQL condition on the alias `r`; `$2` is its value. */
  where: string
  values: (string | null)[]
}

type Row = Record<string, unknown>

/** A long list, the calls that are measured on it, and a handwritten SQL statement as the reference. */
export interface ListCase {
  name: string
  /** What is seeded; part of the progress output. */
  about: string
  /** Seeds a demo service through its public API; returns the tenant whose list is requested, and the account that requests it. */
  seed: (service: RunningService) => Promise<{ tenantOid: string; mail: string }>
  /** URL path of the list of a tenant. */
  path: (tenantOid: string) => string
  /** Sort field; the reference statement sorts by the same field. */
  sort: string
  /** Query parameters and headers that select the tenant, where the path does not. */
  requestOptions: (tenantOid: string) => { parameters?: Record<string, string>; headers?: Record<string, string> }
  calls: readonly ListCall[]
  /** Handwritten SQL statement: $1 is the tenant, $2 the filter value, $3 the limit, $4 the offset. It also selects the row count as `total`. */
  statement: (where: string) => string
  /** Converts a row of the statement to the JSON record that the service returns. */
  recordOf: (row: Row) => Row
}

export const PAGE_SIZE = 50
