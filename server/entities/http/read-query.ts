import { isTimeZone } from '../../../schemas/preferences.ts'
import type { KnownCaller } from '../../policies/create-caller.ts'
import type { Filter } from '../../../schemas/filter/parse-filter.ts'
import type { Clock } from '../filter/typed-comparison.ts'
import { HttpProblem } from '../../plugins/problem.ts'
import type { TenantNode } from '../../policies/caller.ts'

/** The query of a request, as Fastify parses it: a repeated parameter is a list. */
export type Query = Record<string, unknown>

/** Maximum page size: lists on screens ask for at most 100, exports for thousands. */
export const MAX_PAGE_SIZE = 1_000
const DEFAULT_PAGE_SIZE = 50
/** Maximum page number, so that `offset` remains a safe number. */
const MAX_PAGE = 10_000_000

/** A parameter given once; undefined when absent. */
export function text(query: Query, name: string): string | undefined {
  const value = query[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw new HttpProblem(400, `The parameter '${name}' is given more than once.`)
  if (/\0|\p{Surrogate}/u.test(value)) throw new HttpProblem(400, `The parameter '${name}' holds characters that no text can have.`)
  return value
}

export function integer(query: Query, name: string, bounds: { from: number; to: number; otherwise: number }): number {
  const value = text(query, name)
  if (value === undefined) return bounds.otherwise
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= bounds.from && number <= bounds.to))
    throw new HttpProblem(400, `The parameter '${name}' must be a whole number from ${bounds.from} to ${bounds.to}.`)
  return number
}

export function flag(query: Query, name: string): boolean {
  const value = text(query, name)
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw new HttpProblem(400, `The parameter '${name}' must be true or false.`)
  return value === 'true'
}

/** Whether a list may be answered with a lower bound of its count: `count=atLeast`. */
export function isCountedLater(query: Query): boolean {
  const value = text(query, 'count')
  if (value !== undefined && value !== 'atLeast') throw new HttpProblem(400, `The parameter 'count' must be atLeast, or be left out.`)
  return value !== undefined
}

/** Page of a list, from 1. */
export function paging(query: Query): { page: number; size: number } {
  return {
    page: integer(query, 'page', { from: 1, to: MAX_PAGE, otherwise: 1 }),
    size: integer(query, 'size', { from: 1, to: MAX_PAGE_SIZE, otherwise: DEFAULT_PAGE_SIZE }),
  }
}

/** Validates an oid from the address; a text that the database cannot store is a 404. `what`: the kind of record, for the message. */
export function storableOid(oid: string, what: string): string {
  if (/\0|\p{Surrogate}/u.test(oid)) throw new HttpProblem(404, `There is no such ${what}, or you may not read it.`)
  return oid
}

/** Parameters of a list call; `tenant` is the context, or 'all'. */
export interface ListRequest {
  tenant: TenantNode | 'all'
  page: number
  size: number
  /** Field name, with a leading hyphen for descending order. */
  sort?: string
  filter?: string
  /** The filter with present names in place of earlier ones; read in place of `filter`. */
  presentFilter?: Filter
  /** What relative dates of the filter go by. @default now, in UTC */
  clock?: Clock
  /** Name of an additional condition (`predicates`). */
  predicate?: string
  condition?: string
  /** Keyset iteration by oid: returns the rows after this one; empty for the first call. Only the first answer has counts. */
  after?: string
  /** A lower bound will do where counting takes long: the caller asks again for the count. */
  isCountedLater?: boolean
}

const ZONE_HEADER = 'x-time-zone'

interface ZonedRequest {
  headers: Readonly<Record<string, unknown>>
  caller: Pick<KnownCaller, 'preferences'>
}

/**
 * The clock that a call names by the header `X-Time-Zone`, `Europe/Berlin` for instance, else that of the caller's profile; throws a 400 for
 * what is no zone.
 */
export function clockOf({ headers, caller }: ZonedRequest): Clock {
  const zone = headers[ZONE_HEADER] ?? (caller.preferences.timeZone || 'UTC')
  if (typeof zone !== 'string' || !isTimeZone(zone))
    throw new HttpProblem(400, `The header X-Time-Zone must name a time zone, such as Europe/Berlin.`)
  return { now: new Date(), zone }
}
