import { HttpProblem } from '../plugins/problem.ts'
import type { TenantNode } from '../policies/caller.ts'

/** The query of a request, as Fastify parses it: a repeated parameter is a list. */
export type Query = Record<string, unknown>

/** Rows of one page at most: lists of screens ask for 100 or fewer, exports for whole thousands. */
export const MAX_PAGE_SIZE = 1_000
const DEFAULT_PAGE_SIZE = 50
/** Beyond this no list goes: `offset` would not be a number any more. */
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

/** Page of a list, from 1. */
export function paging(query: Query): { page: number; size: number } {
  return {
    page: integer(query, 'page', { from: 1, to: MAX_PAGE, otherwise: 1 }),
    size: integer(query, 'size', { from: 1, to: MAX_PAGE_SIZE, otherwise: DEFAULT_PAGE_SIZE }),
  }
}

/** An identifier of an address; what no text in the database can be is nobody's. `what`: what it is the identifier of. */
export function storableOid(oid: string, what: string): string {
  if (/\0|\p{Surrogate}/u.test(oid)) throw new HttpProblem(404, `There is no such ${what}, or you may not read it.`)
  return oid
}

/** What a list call asks for; `tenant` is the context, or 'all'. */
export interface ListRequest {
  tenant: TenantNode | 'all'
  page: number
  size: number
  /** Field name, descending with a hyphen before it. */
  sort?: string
  filter?: string
  /** Name of a further condition over the rows (`predicates`). */
  predicate?: string
  condition?: string
  /** Walks the list in the order of identifiers: the rows after this one, empty for the first ones. Only the first answer counts. */
  after?: string
}
