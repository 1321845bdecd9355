import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { storableOid, text, type Query } from '../entities/http/read-query.ts'
import { planOptions, sendRefusal } from '../plan/plan-http.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { readToken } from './read-token.ts'
import { makeServiceAccount, serviceAccounts } from './service-accounts.ts'
import { makeToken, revokeOwnToken, tokensOf } from './tokens.ts'

/** Tokens that one caller may make in a minute. */
const MAKING_LIMIT = { max: 30, timeWindow: 60_000 }

const OWN_TOKENS = '/api/v1/profile/apiTokens'

interface TokenParts {
  db: Database
  /** The foreign identity provider, if there is one. */
  issuer: string | undefined
}

/**
 * A person's own tokens, and accounts of machines; tokens of a tenant are records of the entity `api-token`. Requires `request.caller`.
 */
export function registerApiTokens(scope: FastifyInstance, { db, issuer }: TokenParts): void {
  scope.get(OWN_TOKENS, async ({ caller }) => ({ data: await tokensOf(db, caller) }))

  scope.post(OWN_TOKENS, { config: { personOnly: true, rateLimit: MAKING_LIMIT } }, async (request, reply) => {
    const { caller, body } = request
    const asked = await readToken(db, caller, body)
    const made = await makeToken(db, caller, { asked, body, key: planOptions(request).idempotencyKey })
    return reply.code(201).send({ data: [made] })
  })

  scope.delete(`${OWN_TOKENS}/:oid`, { config: { personOnly: true } }, async ({ caller, params }, reply) => {
    await revokeOwnToken(db, caller, storableOid((params as { oid: string }).oid, 'token'))
    return reply.code(204).send()
  })

  scope.get('/api/v1/serviceAccounts', { config: { parameters: ['tenantOid'] } }, async ({ caller, query }) => {
    const tenantOid = text(query as Query, 'tenantOid')
    if (tenantOid === undefined) throw new HttpProblem(400, 'Name a tenant: tenantOid is missing.')
    return { data: await serviceAccounts(db, caller, storableOid(tenantOid, 'tenant')) }
  })

  scope.post('/api/v1/serviceAccounts', { config: { personOnly: true } }, async (request, reply) => {
    const { caller, body } = request
    const outcome = await makeServiceAccount(db, caller, { body, options: planOptions(request), issuer })
    if (outcome.status !== 200) return sendRefusal(request, reply, { outcome })
    return reply.code(201).send({ data: outcome.result.items.flatMap(({ record }) => record ?? []) })
  })
}
