import { tokenLimits, tokenRoles } from '../../schemas/api-tokens.ts'
import type { FieldError } from '../../schemas/plan.ts'
import type { Role } from '../../schemas/tenancy.ts'
import { isBlank, trimInvisible } from '../../schemas/vocabulary/blank.ts'
import { hintFor } from '../../schemas/vocabulary/names.ts'
import { hasUnstorable } from '../../schemas/vocabulary/storable-text.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database } from '../db/database.ts'
import { tenantNode } from '../entities/http/route-tenant.ts'
import { isObject } from '../plan/read-plan.ts'
import { fieldError } from '../plugins/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { TenantNode } from '../policies/caller.ts'
import type { KnownCaller } from '../policies/create-caller.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** A token that somebody asks for. */
export interface AskedToken {
  name: string
  tenant: TenantNode
  role?: Role
  /** ISO 8601 in UTC. */
  expiresAt: string
  /** An account of a machine; absent: the caller. */
  ownerOid?: string
}

/** Reads the one object of `{data: [object]}`, refusing unknown fields. */
export function onlyItem(body: unknown, { what, fields }: { what: string; fields: readonly string[] }): Rec {
  const data = isObject(body) ? body['data'] : undefined
  const item: unknown = Array.isArray(data) && data.length === 1 ? data[0] : undefined
  if (!isObject(item)) throw new HttpProblem(400, `The body must be {"data": [${what}]} with one ${what}.`)
  const unknown = Object.keys(item).find((field) => !fields.includes(field))
  if (unknown === undefined) return item
  throw refusedFields(what, [fieldError(`/data/0/${unknown}`, 'validation.field.unknown', { ...hintFor(unknown, fields) })])
}

/** Throws a 400 that lists all errors of fields. */
export function refusedFields(what: string, errors: FieldError[]): HttpProblem {
  const [first, ...others] = errors
  return new HttpProblem(400, first !== undefined && others.length === 0 ? first.message : `The ${what} is not valid.`, { errors })
}

/** A name as it is stored, or what is wrong with it. */
export function nameIn(value: unknown, max: number): { name: string } | { error: FieldError } {
  const refused = (key: string, params?: Rec): { error: FieldError } => ({ error: fieldError('/data/0/name', key, params) })
  if (typeof value !== 'string' || isBlank(value)) return refused('validation.field.mandatory')
  if (hasUnstorable(value)) return refused('service.value.unstorable')
  const name = trimInvisible(value)
  return [...name].length > max ? refused('validation.field.max', { max }) : { name }
}

/** The tenant that a field names, where the caller has a role; else what is wrong with it. */
export async function tenantIn(db: Database, caller: KnownCaller, value: unknown): Promise<{ tenant: TenantNode } | { error: FieldError }> {
  if (typeof value !== 'string' || value === '') return { error: fieldError('/data/0/tenantOid', 'validation.field.mandatory') }
  const tenant = hasUnstorable(value) ? undefined : await tenantNode(db, caller, value).catch(unlessFound)
  return tenant === undefined ? { error: fieldError('/data/0/tenantOid', 'api-token.because.noRole') } : { tenant }
}

function unlessFound(error: unknown): undefined {
  if (!(error instanceof HttpProblem) || error.status !== 404) throw error
}

/** Reads a token from a body; throws a 400 that lists all errors. */
export async function readToken(db: Database, caller: KnownCaller, body: unknown): Promise<AskedToken> {
  const item = onlyItem(body, { what: 'token', fields: ['name', 'tenantOid', 'role', 'expiresAt', 'ownerOid'] })
  const named = nameIn(item['name'], tokenLimits.nameLength)
  const placed = await tenantIn(db, caller, item['tenantOid'])
  const expiry = expiryIn(item['expiresAt'])
  const role = tokenRoles.find((one) => one === item['role'])
  const errors = [named, placed, expiry].flatMap((part) => ('error' in part ? [part.error] : []))
  if (item['role'] !== undefined && role === undefined)
    errors.push(fieldError('/data/0/role', 'validation.field.option', { options: [...tokenRoles] }))
  const { ownerOid } = item
  if (ownerOid !== undefined && (typeof ownerOid !== 'string' || hasUnstorable(ownerOid)))
    errors.push(fieldError('/data/0/ownerOid', 'api-token.because.owner'))
  if (errors.length > 0 || 'error' in named || 'error' in placed || 'error' in expiry) throw refusedFields('token', errors)
  const asked = { ...named, ...placed, ...expiry }
  return { ...asked, ...(role !== undefined && { role }), ...(typeof ownerOid === 'string' && { ownerOid }) }
}

function expiryIn(value: unknown): { expiresAt: string } | { error: FieldError } {
  const refused = (key: string, params?: Rec): { error: FieldError } => ({ error: fieldError('/data/0/expiresAt', key, params) })
  if (value === undefined || value === null || value === '') return refused('validation.field.mandatory')
  const at = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return refused('api-token.because.instant')
  if (at <= Date.now()) return refused('api-token.because.past')
  return at > Date.now() + tokenLimits.days * DAY_MS
    ? refused('api-token.because.far', { days: tokenLimits.days })
    : { expiresAt: new Date(at).toISOString() }
}
