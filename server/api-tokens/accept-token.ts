import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Role } from '../../schemas/tenancy.ts'
import { Cache } from '../cache/cache.ts'
import { forNoCaller } from '../db/connections/caller-gone.ts'
import { asService, type Database } from '../db/database.ts'
import { tableOf } from '../entities/model/field.ts'
import { TokenRefused } from '../identity/tokens/token-refusal.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { TenantNode } from '../policies/caller.ts'
import { limitedCaller, type KnownCaller } from '../policies/create-caller.ts'
import { loadCaller } from '../policies/load-caller.ts'
import { hashOf, isWellFormed } from './secret.ts'
import { API_TOKEN } from './token-record.ts'

/** Unknown tokens that an address may send in a minute, over all copies of the service. */
const GUESSES = { max: 60, windowMs: 60_000 }

/** A stored token as of now. */
interface StoredToken {
  hash: string
  oid: string
  name: string
  personOid: string
  role: Role | null
  isExpired: boolean
  isDueToStamp: boolean
  tenant: TenantNode | null
}

/** Ties requests with API tokens to callers. */
export type AcceptToken = (request: FastifyRequest, secret: string) => Promise<KnownCaller>

/**
 * Loads the caller of an API token: its owner as of now, with what the token leaves of their rights. Token and owner are read for each request,
 * so that a revocation or a lost role holds with the next one, on every copy. Addresses that send many unknown tokens are refused (429), except
 * for tokens that this copy knows: whoever guesses must not keep others of the same address out.
 */
export function acceptTokens(app: FastifyInstance, db: Database): AcceptToken {
  const known = new Cache<true>('known_api_tokens')
  const guessing = new Cache<{ untilMs: number }>('guessing_addresses')
  const countGuess = app.createRateLimit({
    max: GUESSES.max,
    timeWindow: GUESSES.windowMs,
    keyGenerator: ({ ip }) => `unknown API tokens ${ip}`,
    allowList: () => false,
  })
  const refuseGuess = async (request: FastifyRequest, reason: string): Promise<never> => {
    const counted = await countGuess(request)
    if ('ttl' in counted && counted.isExceeded) {
      guessing.set(request.ip, { untilMs: performance.now() + counted.ttl })
      throw tooManyGuesses(counted.ttl)
    }
    throw new TokenRefused(reason)
  }
  return async (request, secret) => {
    const hash = hashOf(secret)
    const blocked = guessing.get(request.ip, ({ untilMs }) => untilMs > performance.now())
    if (blocked !== undefined && known.get(hash) === undefined) throw tooManyGuesses(blocked.untilMs - performance.now())
    const token = isWellFormed(secret) ? await storedToken(db, hash) : undefined
    if (token === undefined) {
      known.delete(hash)
      return refuseGuess(request, 'The API token is not, or no longer, known here.')
    }
    known.set(hash, true)
    if (token.isExpired) throw new TokenRefused('The API token has expired.')
    const owner = await loadCaller(db, { oid: token.personOid })
    if (owner === undefined || owner.removed) throw new TokenRefused('The owner of the API token is not, or no longer, known here.')
    if (token.tenant === null) throw new TokenRefused('The tenant of the API token no longer exists.')
    if (token.isDueToStamp) stampUse(request, db, token)
    const { oid, name, tenant, role } = token
    return limitedCaller(owner.caller, { token: { oid, name }, tenant, role })
  }
}

async function storedToken(db: Database, hash: string): Promise<StoredToken | undefined> {
  const { rows } = await db.withScope([], (queries) =>
    sql<{ token: StoredToken | null }>`select load_api_token(${hash}) as token`.execute(queries),
  )
  const token = rows[0]?.token ?? undefined
  return token !== undefined && timingSafeEqual(Buffer.from(token.hash), Buffer.from(hash)) ? token : undefined
}

/** Notes the use, at most once a minute over all copies; a database that takes no writes keeps nobody from reading. */
function stampUse({ log }: FastifyRequest, db: Database, { oid, tenant }: StoredToken): void {
  const stamping = forNoCaller(() =>
    asService(db, async (queries) => {
      const { rows } = await sql<{ at: string }>`update api_token set last_used_at = now()
        where oid = ${oid} and (last_used_at is null or last_used_at < now() - interval '1 minute')
        returning to_char(last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`.execute(queries)
      const at = rows[0]?.at
      if (at === undefined) return
      await sql`update ${sql.raw(tableOf(API_TOKEN))} set data = data || ${JSON.stringify({ lastUsedAt: at })}::jsonb
        where tenant_oid = ${tenant?.oid ?? ''} and oid = ${oid}`.execute(queries)
    }),
  )
  stamping.catch((error: unknown) => log.warn({ err: error }, 'the use of an API token could not be noted'))
}

function tooManyGuesses(ttlMs: number): HttpProblem {
  const seconds = Math.max(1, Math.ceil(ttlMs / 1000))
  return new HttpProblem(429, `Too many unknown API tokens came from this address. Try again in ${seconds} s.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
