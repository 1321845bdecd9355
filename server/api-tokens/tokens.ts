import { sql } from 'kysely'
import type { ApiToken, MadeToken } from '../../schemas/api-tokens.ts'
import { tokenLimits } from '../../schemas/api-tokens.ts'
import { asService, type Database, type Queries } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { mayAssign } from '../domain/proofs.ts'
import { tenantJson } from '../entities/records/tenant-context.ts'
import { appendEntries, principalOf, writtenEntry, type Action } from '../journal/append.ts'
import { answerOnce, bodyHash } from '../plan/idempotency.ts'
import { fieldError } from '../plugins/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { TenantNode } from '../policies/caller.ts'
import type { KnownCaller } from '../policies/create-caller.ts'
import { loadCaller } from '../policies/load-caller.ts'
import { hashOf, newTokenSecret } from './secret.ts'
import { removeToken, storeToken, tokenEntry, type TokenRecord } from './token-record.ts'
import type { AskedToken } from './read-token.ts'

/** Tokens of the caller, newest first, also those that have expired. A token tells of others only where it works itself. */
export async function tokensOf(db: Database, caller: KnownCaller): Promise<ApiToken[]> {
  const rows = await asService(db, (queries) => storedTokens(queries, caller.oid))
  const told = caller.token === undefined ? rows : rows.filter(({ tenant }) => caller.rightsOn(tenant).roles.length > 0)
  return told.map(servedToken)
}

interface StoredRow extends TokenRecord {
  createdAt: string
  lastUsedAt: string | null
  isExpired: boolean
}

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`
const isoOf = (column: string): string => `to_char(a.${column} at time zone 'UTC', ${ISO})`

async function storedTokens(queries: Queries, personOid: string): Promise<StoredRow[]> {
  const { rows } =
    await sql<StoredRow>`select a.oid, ${sql.raw(tenantJson('t'))} as tenant, a.name, a.person_oid as "ownerOid", p.name as "ownerName", a.role,
      ${sql.raw(isoOf('expires_at'))} as "expiresAt", ${sql.raw(isoOf('created_at'))} as "createdAt", ${sql.raw(isoOf('last_used_at'))} as "lastUsedAt",
      a.expires_at <= now() as "isExpired", a.ending
    from api_token a join tenant t on t.oid = a.tenant_oid join person p on p.oid = a.person_oid
    where a.person_oid = ${personOid} order by a.created_at desc, a.oid`.execute(queries)
  return rows
}

function servedToken({ tenant, role, lastUsedAt, isExpired, ...token }: StoredRow): ApiToken {
  return {
    ...token,
    tenantOid: tenant.oid,
    tenantName: tenant.name,
    ...(role !== null && { role }),
    ...(lastUsedAt !== null && { lastUsedAt }),
    state: isExpired ? 'expired' : 'active',
  }
}

interface MakeToken {
  asked: AskedToken
  body: unknown
  key: string | undefined
}

/**
 * Makes a token. The answer of a repeated idempotency key has no secret: it is kept nowhere, so that a lost one is lost, and its token is to be
 * revoked.
 */
export async function makeToken(db: Database, caller: KnownCaller, { asked, body, key }: MakeToken): Promise<MadeToken> {
  const secret = newTokenSecret()
  let isMade = false
  // Before the transaction: the embedded database has one connection.
  const owner = asked.ownerOid === undefined || asked.ownerOid === caller.oid ? caller : await accountOf(db, caller, asked)
  if (owner.rightsOn(asked.tenant).roles.length === 0) throw refusal('tenantOid', 'api-token.because.noRole')
  const call = { caller, key, bodyHash: bodyHash('api token', body), scopes: EVERYTHING }
  const made = await answerOnce(db, call, async (queries) => {
    isMade = true
    return store(db, queries, { caller, owner, asked, secret })
  })
  return isMade ? { ...made, secret } : made
}

async function store(
  db: Database,
  queries: Queries,
  { caller, owner, asked, secret }: { caller: KnownCaller; owner: KnownCaller; asked: AskedToken; secret: string },
): Promise<ApiToken> {
  // One after the other, so that two calls at once do not pass the limit.
  await sql`select from person where oid = ${owner.oid} for no key update`.execute(queries)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from api_token where person_oid = ${owner.oid}`.execute(
    queries,
  )
  if ((rows[0]?.count ?? 0) >= tokenLimits.perPerson)
    throw new HttpProblem(409, `More than ${tokenLimits.perPerson} tokens of one owner cannot be kept. Revoke some first.`)
  const token = recordOf(owner, asked, secret)
  const at = new Date()
  await storeToken(queries, token, { hash: hashOf(secret), at, by: caller.name })
  await tell(db, queries, { token, caller, at, eventType: 'creation' })
  return servedToken({ ...token, createdAt: at.toISOString(), lastUsedAt: null, isExpired: false })
}

function recordOf(owner: KnownCaller, { tenant, name, role, expiresAt }: AskedToken, secret: string): TokenRecord {
  const record = { oid: newOid(), tenant, name, ownerOid: owner.oid, ownerName: owner.name }
  return { ...record, role: role ?? null, expiresAt, ending: secret.slice(-4) }
}

/**
 * An account of a machine for which a caller may make a token: whoever may give every role that the account has where the token would work,
 * gains nothing by it.
 */
async function accountOf(db: Database, caller: KnownCaller, { ownerOid = '', tenant }: AskedToken): Promise<KnownCaller> {
  const account = (await loadCaller(db, { oid: ownerOid }))?.caller
  const reaches = (held: TenantNode): boolean => held.path.startsWith(tenant.path) || tenant.path.startsWith(held.path)
  const held = account?.memberships.filter((one) => one.role !== 'no_access' && reaches(one.tenant)) ?? []
  if (account?.kind !== 'service' || held.length === 0) throw refusal('ownerOid', 'api-token.because.owner')
  if (!held.every((one) => mayAssign(caller, one))) throw refusal('ownerOid', 'api-token.because.above', 403)
  return account
}

/** Revokes a token of the caller; throws a 404 if it is somebody else's. */
export async function revokeOwnToken(db: Database, caller: KnownCaller, oid: string): Promise<void> {
  await asService(db, async (queries) => {
    const token = (await storedTokens(queries, caller.oid)).find((one) => one.oid === oid)
    if (token === undefined || !(await removeToken(queries, token))) throw new HttpProblem(404, 'You have no such token.')
    await tell(db, queries, { token, caller, at: new Date(), eventType: 'deletion' })
  })
}

interface Told {
  token: TokenRecord
  caller: KnownCaller
  at: Date
  eventType: 'creation' | 'deletion'
}

async function tell(db: Database, queries: Queries, { token, caller, at, eventType }: Told): Promise<void> {
  const action: Action = { id: newOid(), source: 'editor', at, principal: principalOf(caller) }
  await appendEntries(queries, { entries: [writtenEntry(tokenEntry(token, eventType), action)], action, secretKey: db.secretKey })
}

function refusal(field: string, key: string, status: 400 | 403 = 400): HttpProblem {
  const error = fieldError(`/data/0/${field}`, key)
  return new HttpProblem(status, error.message, { errors: [error] })
}
