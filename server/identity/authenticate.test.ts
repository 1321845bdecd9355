import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey, JWTPayload } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { registerAuthentication } from './authenticate.ts'
import { bareService, smallWorld } from './small-world.ts'
import { createTokenVerifier } from './token-verifier.ts'

const issuer = 'http://127.0.0.1:18220'
const audience = 'https://console.example/api'

let db: Database
let app: FastifyInstance
let provider: Server
let key: CryptoKey
let strangersKey: CryptoKey
let userinfo: JWTPayload = {}
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
    '/me': () => userinfo,
  }
  provider = createServer((request, response) => {
    if (request.url === '/jwks' && brokenKeys !== undefined) response.writeHead(brokenKeys.status).end(brokenKeys.body)
    else response.end(JSON.stringify(answers[request.url ?? '']?.() ?? {}))
  })
  await new Promise<void>((listening) => provider.listen(18220, '127.0.0.1', listening))
  app = await serviceWith(issuer)
}, 60_000)
afterAll(async () => {
  await app.close()
  await db.close()
  provider.close()
})

async function serviceWith(trusted: string | undefined): Promise<FastifyInstance> {
  const service = await bareService('http://localhost:18221')
  await service.register(async (scope) => {
    registerAuthentication(scope, {
      db,
      subjectIsOid: false,
      ...(trusted !== undefined && { verifier: createTokenVerifier({ issuer: trusted, audiences: [audience] }) }),
    })
    scope.get('/who', async ({ caller }) => ({ name: caller.name }))
  })
  return service
}

interface TokenWish extends JWTPayload {
  by?: CryptoKey
  lifetime?: string
}

async function token({ by = key, lifetime = '10m', ...claims }: TokenWish = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000) - 3600
  return new SignJWT({ sub: 's-msp', email: 'msp@demo.test', email_verified: true, iss: issuer, aud: audience, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'at+jwt' })
    .setIssuedAt(now)
    .setExpirationTime(lifetime)
    .sign(by)
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const who = async (
  bearer: string,
  service = app,
): Promise<{ status: number; body: { name?: string; detail?: string }; challenge: unknown }> => {
  const answer = await service.inject({ url: '/who', headers: { authorization: bearer } })
  return { status: answer.statusCode, body: answer.json(), challenge: answer.headers['www-authenticate'] }
}
const bearer = async (wish?: TokenWish): ReturnType<typeof who> => who(`Bearer ${await token(wish)}`)
const subjectOf = async (mail: string): Promise<string | null | undefined> => {
  const { rows } = await db.withScope(EVERYTHING, (queries) =>
    sql<{ subject: string | null }>`select subject from person where mail = ${mail}`.execute(queries),
  )
  return rows[0]?.subject
}

describe('a bearer token', () => {
  it('gets answers that nobody keeps', async () => {
    const { headers } = await app.inject({ url: '/who', headers: { authorization: `Bearer ${await token()}` } })
    expect(headers['cache-control']).toBe('no-store')
  })

  it('of the issuer for this service is accepted', async () => {
    expect(await bearer()).toMatchObject({ status: 200, body: { name: 'Mats Provider' } })
    expect(await bearer({ iss: `${issuer}/` })).toMatchObject({ status: 200 })
  })

  it.each<[string, TokenWish]>([
    ['has expired', { lifetime: '-1m' }],
    ['is from another issuer', { iss: 'https://evil.example' }],
    ['is for another service', { aud: 'https://other.example/api' }],
    ['is for several others', { aud: ['a', 'b'] }],
    ['is an identity token', { nonce: 'n' }],
    ['is an identity token of the code flow', { at_hash: 'h' }],
  ])('that %s is refused', async (_, wish) => {
    expect(await bearer(wish)).toMatchObject({ status: 401, challenge: 'Bearer realm="console", error="invalid_token"' })
  })

  it('that somebody else signed is refused', async () => {
    expect((await bearer({ by: strangersKey })).status).toBe(401)
  })

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
    'is missing or misshapen in "%s"',
    async (header) => {
      expect((await who(header)).status).toBe(401)
    },
  )

  it('within the tolerated skew of clocks is accepted, beyond it refused', async () => {
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
  it('binds the subject to the person with the verified mail address', async () => {
    expect((await bearer({ sub: 's-viewer', email: 'Viewer@demo.test' })).body.name).toBe('Vera Viewer')
    expect(await subjectOf('viewer@demo.test')).toBe(`${issuer} s-viewer`)
    expect((await bearer({ sub: 's-viewer', email: 'changed@elsewhere.test' })).body.name).toBe('Vera Viewer')
  })

  it('does not take an address that nobody verified', async () => {
    expect((await bearer({ sub: 's-owner', email: 'owner@demo.test', email_verified: false })).status).toBe(401)
    expect(await subjectOf('owner@demo.test')).toBeNull()
  })

  it('does not give a bound person to another account of the provider', async () => {
    await bearer({ sub: 's-many', email: 'many@demo.test' })
    expect((await bearer({ sub: 's-thief', email: 'many@demo.test' })).status).toBe(401)
    expect(await subjectOf('many@demo.test')).toBe(`${issuer} s-many`)
  })

  it('takes over a person who was bound to a provider that is not used any more', async () => {
    await db.withScope(EVERYTHING, (queries) =>
      sql`update person set subject = 'https://old.example s1' where mail = 'nobody@demo.test'`.execute(queries),
    )
    expect((await bearer({ sub: 's-nobody', email: 'nobody@demo.test' })).body.name).toBe('Nils Nobody')
  })

  it('asks the provider for the address when the token has none', async () => {
    userinfo = { sub: 's-shut', email: 'shut@demo.test', email_verified: true }
    const now = await token({ sub: 's-shut', email: undefined, email_verified: undefined })
    expect((await who(`Bearer ${now}`)).body.name).toBe('Sam Shut')
    userinfo = {}
  })

  it('refuses people that nobody entered', async () => {
    expect(await bearer({ sub: 's-new', email: 'new@demo.test' })).toMatchObject({
      status: 401,
      body: { detail: 'The person of this token is not, or no longer, known here.' },
    })
  })

  it('refuses a removed person with the next request', async () => {
    expect((await bearer({ sub: 's-viewer' })).status).toBe(200)
    await db.withScope(EVERYTHING, (queries) => sql`update person set state = 'removed' where mail = 'viewer@demo.test'`.execute(queries))
    expect((await bearer({ sub: 's-viewer' })).status).toBe(401)
  })
})

describe('a provider that does not answer', () => {
  it('is a 503, not a refusal, so that nobody is signed out', async () => {
    const service = await serviceWith('http://127.0.0.1:18229')
    expect((await who(`Bearer ${await token()}`, service)).status).toBe(503)
    await service.close()
  })

  it.each([
    { status: 500, body: 'away' },
    { status: 200, body: '<html>' },
    { status: 200, body: '{"keys":1}' },
  ])('with its keys is one, too: %j', async (answer) => {
    const service = await serviceWith(issuer)
    brokenKeys = answer
    expect((await who(`Bearer ${await token()}`, service)).status).toBe(503)
    brokenKeys = undefined
    await service.close()
  })
})

describe('a service without sign-in', () => {
  it('takes whoever asks from this machine for the platform owner', async () => {
    const service = await serviceWith(undefined)
    await db.withScope(EVERYTHING, (queries) => sql`update user_role set created_at = now() where role = 'sa'`.execute(queries))
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
