import type { FastifyInstance } from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { EVERYTHING } from '../../db/scope.ts'
import { registerUserApi } from '../../user-api/routes.ts'
import { adapterFor } from './adapter.ts'
import { registerAuthentication } from '../tokens/authenticate.ts'
import { authorizationRequest, Browser } from '../browser.ts'
import { DEMO_PASSWORD, firstPassword } from '../accounts/credentials.ts'
import { registerIdentity } from '../identity.ts'
import { createPageMetadata } from '../tokens/provider-metadata.ts'
import { bareService, PEOPLE, personOid, smallWorld } from '../small-world.ts'

const PORT = 18210
const publicUrl = `http://127.0.0.1:${PORT}`
const issuer = `${publicUrl}/oidc`
const callback = `${publicUrl}/auth/callback`
const silent = `${publicUrl}/auth/silent`

let db: Database
let app: FastifyInstance

async function startService(): Promise<FastifyInstance> {
  const service = await bareService(publicUrl)
  const env = { root: `${import.meta.dirname}/../../..`, publicUrl, oidc: { issuer: undefined, clientId: 'console' } }
  const authentication = await registerIdentity(service, { env, db, demoMails: PEOPLE.map(([mail]) => mail) })
  await service.register(async (scope) => {
    registerAuthentication(scope, authentication)
    registerUserApi(scope, { db })
  })
  await service.listen({ host: '127.0.0.1', port: PORT })
  return service
}

beforeAll(async () => {
  db = await smallWorld()
  app = await startService()
})
afterAll(async () => {
  await app.close()
  await db.close()
})

interface Tokens {
  access_token: string
  id_token: string
  expires_in: number
}

async function redeem(browser: Browser, leadsTo: string, parts: { verifier: string; redirect: string }): Promise<Tokens> {
  const code = new URL(leadsTo).searchParams.get('code') ?? ''
  const answer = await browser.post(`${issuer}/token`, {
    grant_type: 'authorization_code',
    client_id: 'console',
    code,
    code_verifier: parts.verifier,
    redirect_uri: parts.redirect,
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Tokens
}

async function signIn(browser: Browser, mail: string, password = DEMO_PASSWORD): Promise<Tokens> {
  const request = authorizationRequest(issuer, { redirect_uri: callback })
  const { leadsTo } = await browser.follow(request.url, `${issuer}/auth`)
  expect(leadsTo).toMatch(/\/oidc\/interaction\//)
  const posted = await browser.post(leadsTo, { mail, password })
  expect(posted.status).toBe(303)
  const done = await browser.follow(posted.headers.get('location') ?? '', issuer)
  expect(new URL(done.leadsTo).searchParams.get('state')).toBe(request.state)
  return redeem(browser, done.leadsTo, { verifier: request.verifier, redirect: callback })
}

const ask = (token: string): Promise<Response> => fetch(`${publicUrl}/api/user/v2/info`, { headers: { authorization: `Bearer ${token}` } })
const silently = (browser: Browser): Promise<{ leadsTo: string }> =>
  browser.follow(authorizationRequest(issuer, { redirect_uri: silent, prompt: 'none' }).url, issuer)

describe('signing in', () => {
  it('leads from the page to tokens that the service accepts', { tags: ['S0-1.6'] }, async () => {
    const tokens = await signIn(new Browser(), 'msp@demo.test')
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: issuer,
      aud: `${publicUrl}/api`,
      sub: personOid('msp@demo.test'),
      email: 'msp@demo.test',
    })
    expect(decodeJwt(tokens.id_token)).toMatchObject({ aud: 'console', name: 'Mats Provider', email: 'msp@demo.test' })
    expect(tokens.expires_in).toBeGreaterThan(420)
    const answer = await ask(tokens.access_token)
    expect(await answer.json()).toMatchObject({ data: [{ user: { name: 'Mats Provider' } }] })
  })

  it('does not accept an id token as an access token', async () => {
    expect((await ask((await signIn(new Browser(), 'msp@demo.test')).id_token)).status).toBe(401)
  })

  it('lists the demo accounts one per line, in the requested language, without inline script or style', async () => {
    const browser = new Browser()
    const { answer } = await browser.follow(authorizationRequest(issuer, { redirect_uri: callback, ui_locales: 'de' }).url, publicUrl)
    const body = await answer.text()
    expect(body).toContain('<html lang="de">')
    expect(body.match(/<li>/g)).toHaveLength(PEOPLE.length)
    expect(body).toMatch(/viewer@demo\.test.*Betrachter · Acme/)
    expect(body).toMatch(/nobody@demo\.test.*kein Mandant/)
    expect(body).not.toMatch(/<script>|<style|style=|onclick/)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('stays on the page with a reason when the password is wrong, for known and unknown people alike', async () => {
    const browser = new Browser()
    const { leadsTo } = await browser.follow(authorizationRequest(issuer, { redirect_uri: callback }).url, `${issuer}/auth`)
    for (const mail of ['msp@demo.test', 'stranger@demo.test', '"><script>x</script>', 'msp@demo.test\0']) {
      const answer = await browser.post(`${leadsTo}?lang=en`, { mail, password: 'wrong' })
      const body = await answer.text()
      expect(answer.status).toBe(401)
      expect(body).toContain('Mail address or password is wrong')
      expect(body).not.toContain('<script>x')
    }
  })

  it('must be finished in the browser that started it', async () => {
    const { leadsTo } = await new Browser().follow(authorizationRequest(issuer, { redirect_uri: callback }).url, `${issuer}/auth`)
    const answer = await new Browser().post(leadsTo, { mail: 'msp@demo.test', password: DEMO_PASSWORD })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('expired')
  })

  it.each([
    ['a foreign redirect address', { redirect_uri: 'https://evil.example/cb' }],
    ['a request without proof key', { redirect_uri: callback, code_challenge: '', code_challenge_method: '' }],
    ['another client', { redirect_uri: callback, client_id: 'other' }],
    ['another kind of answer', { redirect_uri: callback, response_type: 'id_token', nonce: 'n' }],
  ])('refuses %s', async (_, params) => {
    const { answer, leadsTo } = await new Browser().follow(authorizationRequest(issuer, params as Record<string, string>).url, issuer)
    if (leadsTo.startsWith(callback)) expect(leadsTo).toMatch(/error=/)
    else expect(answer.status).toBe(400)
    expect(leadsTo).not.toContain('evil.example/cb?')
    expect(leadsTo).not.toMatch(/interaction/)
  })

  it('redeems a code once, and only with its proof key', { tags: ['D-4.7'] }, async () => {
    const browser = new Browser()
    await signIn(browser, 'msp@demo.test')
    const request = authorizationRequest(issuer, { redirect_uri: silent, prompt: 'none' })
    const { leadsTo } = await browser.follow(request.url, issuer)
    const code = new URL(leadsTo).searchParams.get('code') ?? ''
    const exchange = (verifier: string): Promise<Response> =>
      browser.post(`${issuer}/token`, {
        grant_type: 'authorization_code',
        client_id: 'console',
        code,
        code_verifier: verifier,
        redirect_uri: silent,
      })
    expect((await exchange('x'.repeat(43))).status).toBe(400)
    const both = await Promise.all([exchange(request.verifier), exchange(request.verifier)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('lets only one of two concurrent exchanges redeem a code', async () => {
    const codes = adapterFor(db)('AuthorizationCode')
    await codes.upsert('code', {}, 60)
    const both = await Promise.allSettled([codes.consume('code'), codes.consume('code')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('prompt=none', () => {
  it('signs in again silently with the session cookie, also after a restart of the service', async () => {
    const browser = new Browser()
    await signIn(browser, 'owner@demo.test')
    await app.close()
    app = await startService()
    // The connection that was kept open died with the old service.
    await fetch(`${issuer}/jwks`).catch(() => undefined)
    const request = authorizationRequest(issuer, { redirect_uri: silent, prompt: 'none' })
    const { leadsTo } = await browser.follow(request.url, issuer)
    const tokens = await redeem(browser, leadsTo, { verifier: request.verifier, redirect: silent })
    expect((await ask(tokens.access_token)).status).toBe(200)
  })

  it('answers login_required without a session', async () => {
    const { leadsTo } = await silently(new Browser())
    expect(leadsTo.startsWith(silent)).toBe(true)
    expect(new URL(leadsTo).searchParams.get('error')).toBe('login_required')
  })

  it('answers login_required after the person is removed, and refuses the next request with the old token', async () => {
    const browser = new Browser()
    const { access_token: token } = await signIn(browser, 'viewer@demo.test')
    const setState = (state: string): Promise<unknown> =>
      db.transaction(EVERYTHING, (queries) => sql`update person set state = ${state} where mail = 'viewer@demo.test'`.execute(queries))
    await setState('removed')
    const answer = await ask(token)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('invalid_token')
    expect(await answer.json()).toMatchObject({ status: 401, title: 'Unauthorized' })
    expect(new URL((await silently(browser)).leadsTo).searchParams.get('error')).toBe('login_required')
    await setState('active')
    expect((await ask(token)).status).toBe(200)
  })
})

describe('a revoked role', () => {
  it('takes effect with the next request', async () => {
    const { access_token: token } = await signIn(new Browser(), 'many@demo.test')
    const tenants = async (): Promise<string[]> => {
      const answer = await fetch(`${publicUrl}/api/user/v2/tenants`, { headers: { authorization: `Bearer ${token}` } })
      return ((await answer.json()) as { data: { oid: string }[] }).data.map(({ oid }) => oid)
    }
    expect(await tenants()).toEqual(['acme', 'reseller', 'zoo'])
    await db.transaction(EVERYTHING, (queries) =>
      sql`delete from user_role where person_oid = ${personOid('many@demo.test')} and tenant_oid = 'reseller'`.execute(queries),
    )
    expect(await tenants()).toEqual(['acme'])
  })
})

describe('signing out', () => {
  const sessionsOf = async (mail: string): Promise<number> => {
    const { rows } = await db.withScope(EVERYTHING, (queries) =>
      sql`select from identity_store where model = 'Session' and payload->>'accountId' = ${personOid(mail)}`.execute(queries),
    )
    return rows.length
  }

  it('ends the session at once when the console requests it, and redirects back to the console', async () => {
    const browser = new Browser()
    const { id_token: hint } = await signIn(browser, 'shut@demo.test')
    expect(await sessionsOf('shut@demo.test')).toBe(1)
    const back = `${publicUrl}/auth/signed-out`
    const answer = await browser.go(
      `${issuer}/session/end?${new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: back, state: 's1' })}`,
    )
    const body = await answer.text()
    expect(body).toContain('data-submit="at once"')
    const action = /action="([^"]+)"/.exec(body)?.[1] ?? ''
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(body)?.[1] ?? ''
    expect(action.startsWith(issuer)).toBe(true)
    const done = await browser.post(action, { xsrf, logout: 'yes' })
    expect(done.headers.get('location')).toBe(`${back}?state=s1`)
    expect(new URL((await silently(browser)).leadsTo).searchParams.get('error')).toBe('login_required')
    expect(await sessionsOf('shut@demo.test')).toBe(0)
  })

  it('asks for confirmation if the request is unproven, and never redirects elsewhere', async () => {
    const browser = new Browser()
    await signIn(browser, 'msp@demo.test')
    const asked = await browser.go(
      `${issuer}/session/end?${new URLSearchParams({ client_id: 'console', post_logout_redirect_uri: 'https://evil.example/' })}`,
    )
    expect(asked.status).toBe(400)
    const page = await browser.go(`${issuer}/session/end`)
    expect(await page.text()).not.toContain('data-submit')
  })
})

describe('the provider', () => {
  it.each([
    ['a state that PostgreSQL cannot store', { state: 'a\0b' }],
    ['a client that PostgreSQL cannot store', { client_id: '\0' }],
    ['a hint that PostgreSQL cannot store', { login_hint: '\0' }],
    ['a language that PostgreSQL cannot store', { ui_locales: '\0' }],
  ])('refuses %s', async (_, params) => {
    for (const asked of [{ redirect_uri: callback }, { redirect_uri: silent, prompt: 'none' }]) {
      const answer = await new Browser().go(authorizationRequest(issuer, { ...asked, ...params }).url)
      expect([303, 400]).toContain(answer.status)
      expect(answer.headers.get('location') ?? '').not.toContain('/interaction/')
    }
  })

  it('answers unknown addresses with a problem document', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['POST', '/nothing'],
      ['GET', '/token'],
      ['DELETE', '/auth'],
    ] as const) {
      const answer = await fetch(issuer + path, { method })
      expect([answer.status, answer.headers.get('content-type')], path).toEqual([404, 'application/problem+json; charset=utf-8'])
      expect(await answer.json()).toMatchObject({ status: 404, requestId: expect.any(String) })
    }
  })

  it('derives its URLs from the public URL, whatever the Host header says', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const answer = await fetch(`http://localhost:${PORT}/oidc/.well-known/openid-configuration`, { headers })
    const metadata = (await answer.json()) as Record<string, unknown>
    expect(metadata).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      end_session_endpoint: `${issuer}/session/end`,
      response_types_supported: ['code'],
    })
    expect(JSON.stringify(metadata)).not.toMatch(/evil|localhost|https:/)
    expect(metadata).toMatchObject({ ...(await createPageMetadata(issuer, true)()) })
  })

  it('publishes public keys only', async () => {
    const { keys } = (await (await fetch(`${issuer}/jwks`)).json()) as { keys: Record<string, unknown>[] }
    expect(keys).toHaveLength(1)
    expect(keys[0]).not.toHaveProperty('d')
  })

  it('stores its keys encrypted', async () => {
    const { rows } = await db.withScope(EVERYTHING, (queries) =>
      sql<{ value: string }>`select value from service_secret where name = 'identity.keys'`.execute(queries),
    )
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]?.value ?? '', 'base64url').toString('latin1')).not.toContain('cookieKeys')
  })

  it('stores nothing that allows taking over a sign-in, a session or a code', async () => {
    const browser = new Browser()
    const request = authorizationRequest(issuer, { redirect_uri: callback })
    const { leadsTo } = await browser.follow(request.url, `${issuer}/auth`)
    const interaction = new URL(leadsTo).pathname.split('/').at(-1) ?? ''
    const started = browser.held()
    const posted = await browser.post(leadsTo, { mail: 'msp@demo.test', password: DEMO_PASSWORD })
    const { leadsTo: done } = await browser.follow(posted.headers.get('location') ?? '', issuer)
    const code = new URL(done).searchParams.get('code') ?? ''
    const { rows } = await db.withScope(EVERYTHING, (queries) =>
      sql<{ model: string; text: string }>`select model, s::text as text from identity_store s`.execute(queries),
    )
    expect(rows.map(({ model }) => model)).toEqual(expect.arrayContaining(['Session', 'AuthorizationCode', 'Grant']))
    const secrets = [interaction, code, ...started, ...browser.held()]
    expect(secrets.filter((secret) => secret.length > 20).length).toBeGreaterThan(4)
    for (const secret of secrets) for (const { text } of rows) expect(text).not.toContain(secret)
  })

  it('hides passwords and sessions from queries in a tenant scope', async () => {
    await firstPassword(db, 'nobody@demo.test')
    for (const table of ['identity_store', 'identity_credential', 'service_secret']) {
      const [all, seen] = await Promise.all(
        [EVERYTHING, [{ from: 'a.', to: 'a/' }]].map((scopes) =>
          db.withScope(scopes, (queries) => sql`select * from ${sql.table(table)}`.execute(queries)),
        ),
      )
      expect(all?.rows.length, table).toBeGreaterThan(0)
      expect(seen?.rows, table).toEqual([])
    }
  })
})
