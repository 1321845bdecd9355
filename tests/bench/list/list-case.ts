import type { RunningService } from '../../support/service/service.ts'

/** A list call of the console, and what the reference needs to answer the same. */
export interface ListCall {
  name: string
  /** RSQL as the console builds it; empty for none. */
  filter: string
  /** How the reference's statement says the filter, over a row `r`. */
  where: string
  values: (string | null)[]
}

type Row = Record<string, unknown>

/** A list of many records, the calls that are measured on it, and how one would answer them by hand. */
export interface ListCase {
  name: string
  /** What is planted, for the progress of the run. */
  about: string
  /** Fills a demo service through its public API; answers whose list is asked for, and by whom. */
  plant: (service: RunningService) => Promise<{ tenantOid: string; mail: string }>
  /** Of the list call of a tenant. */
  path: (tenantOid: string) => string
  /** Field by which the reference's statement orders. */
  sort: string
  /** How a call says whose list it asks for. */
  named: (tenantOid: string) => { parameters?: Record<string, string>; headers?: Record<string, string> }
  calls: readonly ListCall[]
  /** The statement that somebody would write by hand: $1 the tenant, $2 the filter's value, $3 and $4 limit and offset. Answers `total`, too. */
  statement: (where: string) => string
  /** A row of the statement as the service serves it. */
  recordOf: (row: Row) => Row
}

export const PAGE_SIZE = 50
