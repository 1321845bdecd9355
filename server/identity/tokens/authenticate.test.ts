import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey, JWTPayload } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { EVERYTHING } from '../../db/scope.ts'
import { registerAuthentication } from './authenticate.ts'
import { loadCaller } from '../../policies/load-caller.ts'
import { bareService, personOid, smallWorld } from '../small-world.ts'
import { createTokenVerifier } from './token-verifier.ts'
import { eachCase } from '../../../tests/support/each-case.ts'

const issuer = 'http://127.0.0.1:18220'
const audience = 'https://console.example/api'

let db: Database
let app: FastifyInstance
let provider: Server
let key: CryptoKey
let strangersKey: CryptoKey
let userinfo = async (): Promise<JWTPayload> => ({})
let signedUserinfo: string | undefined
/** What the address of the keys answers instead of keys. */
let brokenKeys: { status: number; body: string } | undefined

beforeAll(async () => {
  db = await smallWorld()
  const pair = await generateKeyPair('RS256')
  key = pair.privateKey
  strangersKey = (await generateKeyPair('RS256')).privateKey
  const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }]
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({ issuer, jwks_uri: `${issuer}/jwks`, userinfo_endpoint: `${issuer}/me` }),
    '/jwks': () => ({ keys }),
    '/me': () => userinfo(),
  }
  provider = createServer(async (request, response) => {
    if (request.url === '/me' && signedUserinfo !== undefined) response.setHeader('content-type', 'application/jwt').end(signedUserinfo)
    else if (request.url === '/jwks' && brokenKeys !== undefined) response.writeHead(brokenKeys.status).end(brokenKeys.body)
    else response.end(JSON.stringify((await answers[request.url ?? '']?.()) ?? {}))
  })
  await new Promise<void>((listening) => provider.listen(18220, '127.0.0.1', listening))
  app = await serviceWith(issuer)
})
afterAll(async () => {
  await app.close()
  await db.close()
  provider.close()
})

async function serviceWith(trusted: string | undefined, audiences = [audience, 'console']): Promise<FastifyInstance> {
  const service = await bareService('http://localhost:18221')
  await service.register(async (scope) => {
    registerAuthentication(scope, {
      db,
      subjectIsOid: false,
      ...(trusted !== undefined && { verifier: createTokenVerifier({ issuer: trusted, audiences, client: 'console' }) }),
    })
    scope.get('/who', async ({ caller }) => ({ name: caller.name }))
  })
  return service
}

interface TokenOptions extends Omit<JWTPayload, 'aud'> {
  aud?: string | string[] | undefined
  by?: CryptoKey
  lifetime?: string
}

async function token({ by = key, lifetime = '10m', ...claims }: TokenOptions = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000) - 3600
  const payload = { sub: 's-msp', email: 'msp@demo.test', email_verified: true, iss: issuer, aud: audience, ...claims } as JWTPayload
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'at+jwt' })
    .setIssuedAt(now)
    .setExpirationTime(lifetime)
    .sign(by)
}

/** Somebody with an address and no account of the provider yet. */
async function enter(mail: string): Promise<void> {
  await db.transaction(EVERYTHING, (queries) =>
    sql`insert into person (oid, mail, name) values (${personOid(mail)}, ${mail}, ${mail})`.execute(queries),
  )
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const who = async (
  bearer: string,
  service = app,
): Promise<{ status: number; body: { name?: string; detail?: string }; challenge: unknown }> => {
  const answer = await service.inject({ url: '/who', headers: { authorization: bearer } })
  return { status: answer.statusCode, body: answer.json(), challenge: answer.headers['www-authenticate'] }
}
const bearer = async (options?: TokenOptions): ReturnType<typeof who> => who(`Bearer ${await token(options)}`)
const subjectOf = async (mail: string): Promise<string | null | undefined> => {
  const { rows } = await db.withScope(EVERYTHING, (queries) =>
    sql<{ subject: string | null }>`select subject from person where mail = ${mail}`.execute(queries),
  )
  return rows[0]?.subject
}

describe('a bearer token', () => {
  it('gets responses that are not cached', async () => {
    const answer = await app.inject({ url: '/who', headers: { authorization: `Bearer ${await token()}` } })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('from the issuer for this service is accepted', async () => {
    expect(await bearer()).toMatchObject({ status: 200, body: { name: 'Mats Provider' } })
    expect(await bearer({ iss: `${issuer}/` })).toMatchObject({ status: 200 })
  })

  eachCase<[string, TokenOptions, string]>([
    ['has expired', { lifetime: '-1m' }, 'The token has expired.', 'H-9.17'],
    [
      'is from another issuer',
      { iss: 'https://evil.test' },
      `The token was issued by 'https://evil.test'; expected '${issuer}'.`,
      'H-9.16',
    ],
    ['is for another service', { aud: 'other' }, `The token is for 'other'; expected '${audience}' or the client 'console'.`, 'H-9.15'],
    ['is for several others', { aud: ['a', 'b'] }, `The token is for 'a', 'b'; expected '${audience}' or the client 'console'.`],
    ['is for nobody', { aud: undefined }, `The token names no audience; expected '${audience}' or the client 'console'.`],
    ['is an identity token', { nonce: 'n' }, 'An identity token is no access token.'],
    ['is an identity token of the code flow', { at_hash: 'h' }, 'An identity token is no access token.'],
    ['says that it is an identity token', { typ: 'ID' }, 'An identity token is no access token.'],
  ])('that %s is refused with a matching message', async (_, options, detail) => {
    const challenge = `Bearer realm="console", error="invalid_token", error_description="${detail}"`
    expect(await bearer(options)).toMatchObject({ status: 401, body: { detail }, challenge })
  })

  it('for another service is reported as such, though only that service can verify its signature', async () => {
    const detail = `The token was issued by 'https://sts.example/'; expected '${issuer}'. The token is for 'graph'; expected '${audience}' or the client 'console'.`
    expect(await bearer({ by: strangersKey, iss: 'https://sts.example/', aud: 'graph' })).toMatchObject({ status: 401, body: { detail } })
  })

  it('that is not a JWT is refused with the settings that produce one', { tags: ['H-9.18'] }, async () => {
    const { status, body } = await who('Bearer 8xLOxBtZp8_opaque')
    expect(status).toBe(401)
    expect(body.detail).toBe(
      'The access token is not a JWT, so this service cannot check it. Have the provider issue JWT access tokens for this service: OIDC_AUDIENCE, OIDC_RESOURCE or a scope in OIDC_SCOPE asks for one.',
    )
  })

  it('when refused, puts only what RFC 6750 allows into the header', { tags: ['H-9.21'] }, async () => {
    const { challenge, body } = await bearer({ aud: 'a"b\\c\r\nx-evil: 1é' })
    expect(body.detail).toContain('a"b\\c')
    expect(challenge).toMatch(/^Bearer realm="console", error="invalid_token", error_description="[ !#-[\]-~]+"$/)
  })

  it('that starts within the clock skew is accepted; beyond it, refused with both times', async () => {
    const now = Math.floor(Date.now() / 1000)
    expect((await bearer({ nbf: now + 120 })).status).toBe(200)
    expect(await bearer({ nbf: now + 400 })).toMatchObject({
      status: 401,
      body: { detail: expect.stringMatching(/^The token is not valid before 20\S+Z; the clock of this service says 20\S+Z\.$/) },
    })
  })

  it('counts as an access token if it has a scope claim, even with a nonce', async () => {
    expect((await bearer({ nonce: 'n', scope: 'openid email' })).status).toBe(200)
    expect((await bearer({ nonce: 'n', scope: 'openid email', at_hash: 'h' })).status).toBe(401)
  })

  it('signed by another key is refused', async () => expect((await bearer({ by: strangersKey })).status).toBe(401))

  it('whose content was changed is refused', async () => {
    const [head, , signature] = (await token()).split('.')
    const payload = part({ sub: 's-owner', email: 'owner@demo.test', email_verified: true, iss: issuer, aud: audience, exp: 4e9 })
    expect((await who(`Bearer ${head}.${payload}.${signature}`)).status).toBe(401)
  })

  it.each(['none', 'HS256'])('without an asymmetric signature (%s) is refused', async (alg) => {
    const payload = part({ sub: 's-msp', iss: issuer, aud: audience, exp: 4e9 })
    expect((await who(`Bearer ${part({ alg, kid: 'k1' })}.${payload}.c2lnbmF0dXJl`)).status).toBe(401)
  })

  it.each(['', 'Bearer', 'Bearer ', 'Basic b3duZXI6eA==', 'Bearer not.a.token', 'Bearer a b', 'bearer '])(
    'is missing or malformed in "%s"',
    async (header) => {
      expect((await who(header)).status).toBe(401)
    },
  )

  it('within the tolerated clock skew is accepted, beyond it refused', async () => {
    expect((await bearer({ lifetime: '-10s' })).status).toBe(200)
    expect((await bearer({ lifetime: '-20s' })).status).toBe(401)
  })

  it('is refused from the moment it expires, though it was accepted before', async () => {
    const soon = `Bearer ${await token({ lifetime: '-14s' })}`
    expect((await who(soon)).status).toBe(200)
    await new Promise((later) => setTimeout(later, 2_000))
    expect((await who(soon)).status).toBe(401)
  })
})

describe('the first sign-in with another provider', () => {
  it('binds the subject to the person with the verified mail address', { tags: ['D-4.7'] }, async () => {
    expect((await bearer({ sub: 's-viewer', email: 'Viewer@demo.test' })).body.name).toBe('Vera Viewer')
    expect(await subjectOf('viewer@demo.test')).toBe(`${issuer} s-viewer`)
    expect((await bearer({ sub: 's-viewer', email: 'changed@elsewhere.test' })).body.name).toBe('Vera Viewer')
  })

  it('does not accept an unverified address', { tags: ['H-9.19'] }, async () => {
    const detail = "The mail address 'owner@demo.test' is not marked as verified by the provider (claim 'email_verified')."
    for (const verified of [false, undefined, 'no', null])
      expect(await bearer({ sub: 's-owner', email: 'owner@demo.test', email_verified: verified })).toMatchObject({
        status: 401,
        body: { detail },
      })
    expect(await subjectOf('owner@demo.test')).toBeNull()
  })

  it('reports the missing claim and scope if the provider gives no address', { tags: ['H-9.20'] }, async () => {
    expect(await bearer({ sub: 's-mailless', email: undefined, email_verified: undefined })).toMatchObject({
      status: 401,
      body: {
        detail:
          "The provider gives no mail address of this person, neither in the token nor in its userinfo: the claim 'email' is missing, which the scope 'email' asks for (OIDC_SCOPE).",
      },
    })
  })

  it('confirms pending roles in all tenants, by a verified address only', { tags: ['H-4.24'] }, async () => {
    const wait = `insert into person (oid, mail, name) values ('person-waiting', 'waiting@demo.test', 'Wanda Waiting')`
    await db.transaction(EVERYTHING, async (queries) => {
      await sql.raw(wait).execute(queries)
      await sql`insert into invitation (person_oid) values ('person-waiting')`.execute(queries)
      await sql`insert into user_role (tenant_oid, tenant_path, person_oid, role, pending) select oid, path, 'person-waiting', 'viewer', true
        from tenant where oid in ('acme', 'reseller')`.execute(queries)
    })
    const roles = async (): Promise<unknown> => (await loadCaller(db, { mail: 'waiting@demo.test' }))?.caller.memberships.length
    for (const verified of [false, 'false', undefined, 0, 'yes'])
      expect((await bearer({ sub: 's-waiting', email: 'waiting@demo.test', email_verified: verified })).status).toBe(401)
    expect(await roles()).toBe(0)
    expect((await bearer({ sub: 's-waiting', email: 'Waiting@demo.test' })).body.name).toBe('Wanda Waiting')
    expect(await roles()).toBe(2)
    // Who is bound is known by the subject: what the provider calls verified later changes nothing.
    expect((await bearer({ sub: 's-waiting', email: 'owner@demo.test' })).body.name).toBe('Wanda Waiting')
  })

  it('does not bind a bound person to another account of the provider', async () => {
    await bearer({ sub: 's-many', email: 'many@demo.test' })
    expect(await bearer({ sub: 's-thief', email: 'many@demo.test' })).toMatchObject({
      status: 401,
      body: { detail: "Whoever has the mail address 'many@demo.test' signs in here with another account of the provider." },
    })
    expect(await subjectOf('many@demo.test')).toBe(`${issuer} s-many`)
  })

  it('rebinds a person who was bound to a provider no longer in use', async () => {
    await db.transaction(EVERYTHING, (queries) =>
      sql`update person set subject = 'https://old.example s1' where mail = 'nobody@demo.test'`.execute(queries),
    )
    expect((await bearer({ sub: 's-nobody', email: 'nobody@demo.test' })).body.name).toBe('Nils Nobody')
  })

  it('asks the provider for the address when the token has none', { tags: ['H-9.8'] }, async () => {
    const claims = { sub: 's-somebody-else', email: 'shut@demo.test', email_verified: true }
    userinfo = async () => claims
    const now = await token({ sub: 's-shut', email: undefined, email_verified: undefined })
    expect((await who(`Bearer ${now}`)).status).toBe(401)
    claims.sub = 's-shut'
    expect((await who(`Bearer ${now}`)).body.name).toBe('Sam Shut')
    userinfo = async () => ({})
  })

  it('accepts all first requests that arrive concurrently', { tags: ['H-9.10'] }, async () => {
    await enter('hasty@demo.test')
    const claims = { sub: 's-hasty', email: 'hasty@demo.test', email_verified: true }
    // Half of them learn the address only after another one has bound the person.
    let asked = 0
    userinfo = async () => (asked++ % 2 === 0 ? claims : Promise.race(calls).then(() => claims))
    const now = `Bearer ${await token({ sub: 's-hasty', email: undefined, email_verified: undefined })}`
    const calls = Array.from({ length: 6 }, () => who(now))
    expect((await Promise.all(calls)).map(({ status, body }) => body.detail ?? status)).toEqual(Array(6).fill(200))
    userinfo = async () => ({})
  })

  it('reads signed userinfo', { tags: ['H-9.8'] }, async () => {
    await enter('signed@demo.test')
    const sign = (by: CryptoKey) =>
      new SignJWT({ sub: 's-signed', iss: issuer, email: 'signed@demo.test', email_verified: true })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .sign(by)
    const ask = async () => who(`Bearer ${await token({ sub: 's-signed', email: undefined, email_verified: undefined })}`)
    signedUserinfo = await sign(strangersKey)
    expect((await ask()).status).toBe(503)
    signedUserinfo = await sign(key)
    expect((await ask()).status).toBe(200)
    signedUserinfo = undefined
  })

  it('refuses unknown people', async () => {
    expect(await bearer({ sub: 's-new', email: 'new@demo.test' })).toMatchObject({
      status: 401,
      body: { detail: "The person of this token is not, or no longer, known here. The provider gives the mail address 'new@demo.test'." },
    })
  })

  it('refuses a removed person with the next request', async () => {
    expect((await bearer({ sub: 's-viewer' })).status).toBe(200)
    await db.transaction(EVERYTHING, (queries) => sql`update person set state = 'removed' where mail = 'viewer@demo.test'`.execute(queries))
    expect((await bearer({ sub: 's-viewer' })).status).toBe(401)
  })
})

describe('a provider that does not answer', () => {
  it('results in a 503, not a 401, so that users stay signed in', async () => {
    const service = await serviceWith('http://127.0.0.1:18229')
    expect((await who(`Bearer ${await token()}`, service)).status).toBe(503)
    await service.close()
  })

  it.each([
    { status: 500, body: 'away' },
    { status: 200, body: '<html>' },
    { status: 200, body: '{"keys":1}' },
  ])('results in a 503 when its keys cannot be read: %j', async (answer) => {
    const service = await serviceWith(issuer)
    brokenKeys = answer
    expect((await who(`Bearer ${await token()}`, service)).status).toBe(503)
    brokenKeys = undefined
    await service.close()
  })
})

describe('a service without sign-in', () => {
  it('treats callers from this machine as the platform owner', { tags: ['S0-1.7'] }, async () => {
    const service = await serviceWith(undefined)
    await db.transaction(EVERYTHING, (queries) => sql`update user_role set created_at = now() where role = 'sa'`.execute(queries))
    const ask = async (host: string, remoteAddress: string): Promise<number> =>
      (await service.inject({ url: '/who', headers: { host }, remoteAddress })).statusCode
    expect((await service.inject({ url: '/who', headers: { host: 'localhost:8080' } })).json()).toEqual({ name: 'Olga Owner' })
    expect(await ask('localhost:8080', '::1')).toBe(200)
    expect(await ask('localhost:8080', '10.0.0.7')).toBe(401)
    expect(await ask('rebound.example', '127.0.0.1')).toBe(401)
    const sends = async (headers: Record<string, string>): Promise<number> =>
      (await service.inject({ url: '/who', headers: { host: 'localhost:8080', ...headers } })).statusCode
    expect(await sends({ 'x-forwarded-for': '192.0.2.1' })).toBe(401)
    expect(await sends({ forwarded: 'for=192.0.2.1' })).toBe(401)
    expect(await sends({ origin: 'https://evil.example' })).toBe(401)
    expect(await sends({ origin: 'http://localhost:8080' })).toBe(200)
    await service.close()
  })
})
