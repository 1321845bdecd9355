import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { EVERYTHING } from '../../db/scope.ts'
import { authorizationRequest, Browser } from '../browser.ts'
import { checkCredentials, DEMO_PASSWORD, firstPassword } from '../accounts/credentials.ts'
import { registerIdentity } from '../identity.ts'
import { bareService, personOid, smallWorld } from '../small-world.ts'

const PORT = 18230
const publicUrl = `http://127.0.0.1:${PORT}`
const issuer = `${publicUrl}/oidc`
const page = `${issuer}/password`
const chosen = 'a password of my own'

let db: Database
let app: FastifyInstance

beforeAll(async () => {
  db = await smallWorld()
  app = await bareService(publicUrl)
  const env = { root: `${import.meta.dirname}/../../..`, publicUrl, oidc: { issuer: undefined, clientId: 'console' } }
  await registerIdentity(app, { env, db, demoMails: ['msp@demo.test'] })
  await app.listen({ host: '127.0.0.1', port: PORT })
})
afterAll(async () => {
  await app.close()
  await db.close()
})

async function signIn(browser: Browser, mail: string, password: string): Promise<string> {
  const { leadsTo } = await browser.follow(
    authorizationRequest(issuer, { redirect_uri: `${publicUrl}/auth/callback` }).url,
    `${issuer}/auth`,
  )
  const posted = await browser.post(leadsTo, { mail, password })
  const next = posted.headers.get('location')
  return next === null ? `stays: ${posted.status}` : (await browser.follow(new URL(next, issuer).href, issuer)).leadsTo
}

async function silently(browser: Browser): Promise<URLSearchParams> {
  const { leadsTo } = await browser.follow(
    authorizationRequest(issuer, { redirect_uri: `${publicUrl}/auth/silent`, prompt: 'none' }).url,
    issuer,
  )
  return new URL(leadsTo).searchParams
}

const change = (form: Record<string, string>, browser = new Browser()): Promise<Response> =>
  browser.post(`${page}?lang=en`, { mail: 'msp@demo.test', current: DEMO_PASSWORD, next: chosen, repeat: chosen, ...form })

describe('the change-password page', () => {
  it.each<[string, Record<string, string>, string]>([
    ['the current one is wrong', { current: 'wrong' }, 'Mail address or password is wrong'],
    ['nobody has the address', { mail: 'stranger@demo.test' }, 'Mail address or password is wrong'],
    ['the new one is too short', { next: 'short', repeat: 'short' }, '10 to 250 characters'],
    ['the new one is too long', { next: 'x'.repeat(251), repeat: 'x'.repeat(251) }, '10 to 250 characters'],
    ['the two differ', { repeat: `${chosen}!` }, 'differ'],
    ['nothing would change', { next: DEMO_PASSWORD, repeat: DEMO_PASSWORD }, 'is the current one'],
  ])('changes nothing when %s', async (_, form, text) => {
    const answer = await change(form)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(text)
    expect(await checkCredentials(db, { mail: 'msp@demo.test', password: DEMO_PASSWORD }, true)).toHaveProperty('account')
  })

  it('changes the password, keeps this session and ends the others', async () => {
    const [here, elsewhere] = [new Browser(), new Browser()]
    await signIn(here, 'msp@demo.test', DEMO_PASSWORD)
    await signIn(elsewhere, 'msp@demo.test', DEMO_PASSWORD)
    const answer = await change({}, here)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('data-close="window"')
    expect((await silently(here)).get('code')).not.toBeNull()
    expect((await silently(elsewhere)).get('error')).toBe('login_required')
    expect(await signIn(new Browser(), 'msp@demo.test', DEMO_PASSWORD)).toBe('stays: 401')
    expect(await signIn(new Browser(), 'msp@demo.test', chosen)).toContain('/auth/callback?code=')
  })
})

describe('an initial password', () => {
  it('must be changed before sign-in', async () => {
    const given = (await firstPassword(db, 'owner@demo.test')) ?? ''
    expect(await firstPassword(db, 'owner@demo.test')).toBeUndefined()
    const browser = new Browser()
    const at = await signIn(browser, 'owner@demo.test', given)
    expect(at).toContain('/oidc/password?must=1')
    const answer = await browser.post(at, { mail: 'owner@demo.test', current: given, next: chosen, repeat: chosen })
    expect(answer.headers.get('location')).toMatch(/^\/oidc\/interaction\//)
    const posted = await browser.post(new URL(answer.headers.get('location') ?? '', issuer).href, {
      mail: 'owner@demo.test',
      password: chosen,
    })
    expect((await browser.follow(posted.headers.get('location') ?? '', issuer)).leadsTo).toContain('/auth/callback?code=')
  })
})

describe('a correct password', () => {
  it('is refused without a sign-in in progress', async () => {
    const password = (await firstPassword(db, 'many@demo.test')) ?? ''
    const answer = await new Browser().post(`${issuer}/interaction/none`, { mail: 'many@demo.test', password })
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
  })
})

describe('wrong passwords', () => {
  it('lock an account for a while, even for the correct password', async () => {
    const attempt = (password: string): ReturnType<typeof checkCredentials> =>
      checkCredentials(db, { mail: 'owner@demo.test', password }, true)
    const set = (values: string): Promise<unknown> =>
      db.transaction(EVERYTHING, (queries) =>
        sql`update identity_credential set ${sql.raw(values)} where person_oid = ${personOid('owner@demo.test')}`.execute(queries),
      )
    await set('failures = 9')
    expect(await attempt(chosen)).toHaveProperty('account')
    // Only wrong ones in a row count.
    for (let n = 0; n < 10; n++) expect(await attempt('wrong')).toEqual({ refused: 'credentials' })
    expect(await attempt(chosen)).toEqual({ refused: 'locked' })
    await set(`locked_until = now() - interval '1 second'`)
    expect(await attempt('wrong')).toEqual({ refused: 'credentials' })
    expect(await attempt(chosen)).toHaveProperty('account')
  })

  it('also lock a demo account, which has no password of its own', { tags: ['H-4.13'] }, async () => {
    const attempt = (password: string): ReturnType<typeof checkCredentials> =>
      checkCredentials(db, { mail: 'shut@demo.test', password }, true)
    for (let n = 0; n < 9; n++) expect(await attempt('wrong')).toEqual({ refused: 'credentials' })
    expect(await attempt(DEMO_PASSWORD)).toHaveProperty('account')
    for (let n = 0; n < 10; n++) expect(await attempt('wrong')).toEqual({ refused: 'credentials' })
    expect(await attempt(DEMO_PASSWORD)).toEqual({ refused: 'locked' })
    await db.transaction(EVERYTHING, (queries) =>
      sql`update identity_credential set locked_until = now() - interval '1 second' where hash is null`.execute(queries),
    )
    expect(await attempt(DEMO_PASSWORD)).toHaveProperty('account')
    // A password of their own is still to come.
    expect(await firstPassword(db, 'shut@demo.test')).toBeDefined()
  })

  it('include the demo password for people who are not part of the demo world', { tags: ['H-4.14'] }, async () => {
    await db.transaction(EVERYTHING, (queries) =>
      sql`insert into person (oid, mail, name) values ('person-stranger', 'stranger@demo.test', 'Stranger')`.execute(queries),
    )
    expect(await checkCredentials(db, { mail: 'stranger@demo.test', password: DEMO_PASSWORD }, true)).toEqual({ refused: 'credentials' })
  })

  it('include the demo password outside the demo world', async () => {
    expect(await checkCredentials(db, { mail: 'viewer@demo.test', password: DEMO_PASSWORD }, false)).toEqual({ refused: 'credentials' })
  })

  it('are limited to 120 a minute from one address, and the page says so', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const attempt = { method: 'POST', url: '/oidc/interaction/none?lang=fr', headers, payload: 'mail=x&password=x' } as const
    const bodies: string[] = []
    for (let n = 0; n < 121; n++) bodies.push((await app.inject({ ...attempt, remoteAddress: '192.0.2.1' })).body)
    expect(bodies.findIndex((body) => body.includes('Trop de tentatives'))).toBe(120)
    expect((await change({ current: 'wrong' })).headers.get('x-ratelimit-limit')).toBe('120')
  })
})
