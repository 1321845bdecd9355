import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { buildApp } from '../../../server/app.ts'
import { readEnv } from '../../../server/env/env.ts'
import { authorizationRequest, Browser } from '../../../server/identity/browser.ts'
import { setPassword } from '../../../server/identity/accounts/credentials.ts'
import { createLog } from '../../../server/log.ts'
import { registerRoutes } from '../../../server/routes.ts'
import { apiWorld, OWNER, type ApiWorld } from '../../support/api/api-world.ts'
import { findPlaintext } from '../../support/service/find-plaintext.ts'

const PORT = 18234
const publicUrl = `http://127.0.0.1:${PORT}`
const callback = `${publicUrl}/auth/callback`
const GUEST = 'wren.tidewater@world.test'

/** Passwords that people type in these tests; each text occurs nowhere else. */
const passwords = {
  first: 'ebb-and-flow-1881',
  chosen: 'slack-water-2093',
  repeated: 'slack-water-2094',
  wrong: 'neap-tide-5512',
  next: 'spring-tide-7741',
}

interface RecordedAnswer {
  call: string
  /** Status, headers and body. */
  text: string
}

/** A browser that records every answer. */
class RecordingBrowser extends Browser {
  readonly answers: RecordedAnswer[]

  constructor(answers: RecordedAnswer[]) {
    super()
    this.answers = answers
  }

  override async go(url: string, init: RequestInit = {}): Promise<Response> {
    const answer = await super.go(url, init)
    const text = `${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.clone().text()}`
    this.answers.push({ call: `${init.method ?? 'GET'} ${new URL(url).pathname}`, text })
    return answer
  }
}

// Neither answers nor stored values depend on the database: one is enough.
describe('a credential', () => {
  let world: ApiWorld
  let app: FastifyInstance
  const log: string[] = []
  const answers: RecordedAnswer[] = []
  const tokens: string[] = []
  const codes: string[] = []
  let invitation = ''
  beforeAll(async () => {
    world = await apiWorld('postgres')
    const env = readEnv({ PORT: String(PORT), PUBLIC_URL: publicUrl, LOG_LEVEL: 'trace', RATE_LIMIT: '0', DEMO: 'off' }, [])
    app = await buildApp({
      env,
      log: createLog(env, { write: (line: string) => void log.push(line) }),
      ping: () => world.database.ping(),
      issuer: `${publicUrl}/oidc`,
      routes: (instance) => registerRoutes(instance, { env, database: world.database }),
    })
    await app.listen({ host: '127.0.0.1', port: PORT })
    const owner = await world.caller(OWNER)
    await setPassword(world.database, { personOid: owner.oid, password: passwords.first, mustChange: false })
  })
  afterAll(async () => {
    await app.close()
    await world.dispose()
  })

  /** The access token, or undefined where the password is wrong. */
  async function signIn(mail: string, password: string): Promise<string | undefined> {
    const browser = new RecordingBrowser(answers)
    const request = authorizationRequest(`${publicUrl}/oidc`, { redirect_uri: callback })
    const { leadsTo } = await browser.follow(request.url, `${publicUrl}/oidc/auth`)
    const next = (await browser.post(leadsTo, { mail, password })).headers.get('location')
    if (next === null) return undefined
    const done = await browser.follow(new URL(next, publicUrl).href, `${publicUrl}/oidc`)
    const code = new URL(done.leadsTo).searchParams.get('code') ?? ''
    const grant = { grant_type: 'authorization_code', client_id: 'console', code, code_verifier: request.verifier, redirect_uri: callback }
    const tokenSet = (await (await browser.post(`${publicUrl}/oidc/token`, grant)).json()) as Record<string, string>
    codes.push(code)
    tokens.push(tokenSet['access_token'] ?? '', tokenSet['id_token'] ?? '')
    return tokenSet['access_token']
  }

  async function call(token: string, path: string, body?: Rec): Promise<Rec & { data: Rec[] }> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
    return (await (await new RecordingBrowser(answers).go(`${publicUrl}${path}`, init)).json()) as Rec & { data: Rec[] }
  }

  it(
    'is accepted where it is right and refused where it is wrong, by sign-in, invitation and password change',
    { tags: ['H-4.12'] },
    async () => {
      expect(await signIn(OWNER, passwords.wrong)).toBeUndefined()
      const token = (await signIn(OWNER, passwords.first)) ?? ''
      const attached = await call(token, '/api/v1/userroles', {
        data: [{ tenantOid: world.oid['managed'], mail: GUEST, role: 'viewer' }],
      })
      const oid = encodeURIComponent(`${String(attached.data[0]?.['oid'])}/${world.oid['managed']}`)
      const { data } = await call(token, `/api/v1/userroles/${oid}/invitation`, {})
      const link = String(data[0]?.['link'])
      invitation = new URL(link).searchParams.get('token') ?? ''
      expect(invitation.length).toBeGreaterThan(30)
      const guest = new RecordingBrowser(answers)
      await guest.go(link)
      const choose = (next: string, repeat: string) => guest.post(link, { name: 'Wren Tidewater', next, repeat })
      expect((await choose(passwords.chosen, passwords.repeated)).status).toBe(422)
      // Its row is deleted as soon as the link has been used.
      expect((await findPlaintext(world.database, [invitation])).holding).toEqual([])
      expect((await choose(passwords.chosen, passwords.chosen)).status).toBe(200)
      expect((await guest.go(link)).status).toBe(404)
      const change = (current: string, next: string) =>
        guest.post(`${publicUrl}/oidc/password?lang=en`, { mail: GUEST, current, next, repeat: passwords.next })
      expect((await change(passwords.wrong, passwords.next)).status).toBe(422)
      expect((await change(passwords.chosen, passwords.repeated)).status).toBe(422)
      expect((await change(passwords.chosen, passwords.next)).status).toBe(200)
      expect(await signIn(GUEST, passwords.next)).toBeDefined()
      for (const path of [
        `/api/v1/userroles/${oid}`,
        '/api/v1/userroles?size=100',
        `/journal/api/v1/journal/entries/${world.oid['managed']}/UserRoles?limit=100`,
        '/api/v1/profile',
      ])
        await call(token, path)
      expect(answers.some((answer) => answer.call.includes('/journal/') && answer.text.includes('"invitation"'))).toBe(true)
    },
  )

  it('is in no answer, except the token of an invitation: in the answer that hands over its link, and on the page of the link', () => {
    const callsRevealing = (secret: string) => [
      ...new Set(answers.filter(({ text }) => text.includes(secret)).map((answer) => answer.call)),
    ]
    for (const password of Object.values(passwords)) expect(callsRevealing(password)).toEqual([])
    const allowed = [/^POST \/api\/v1\/userroles\/[^/]+\/invitation$/, /^(?:GET|POST) \/oidc\/invitation$/]
    expect(callsRevealing(invitation).filter((revealing) => !allowed.some((pattern) => pattern.test(revealing)))).toEqual([])
    expect(callsRevealing(invitation).length).toBeGreaterThan(0)
  })

  it('is in plain text in no table, the journal included, and in no log line', { tags: ['H-4.12'] }, async () => {
    const { tables, holding } = await findPlaintext(world.database, [...Object.values(passwords), invitation, ...tokens])
    expect(tables).toEqual(
      expect.arrayContaining(['public.identity_credential', 'public.invitation', 'public.journal', 'public.idempotency']),
    )
    expect(holding).toEqual([])
    expect(log.length).toBeGreaterThanOrEqual(answers.length)
    // The database does hold authorization codes, which are useless without the PKCE verifier of the browser that requested them.
    for (const secret of [...Object.values(passwords), invitation, ...tokens, ...codes])
      expect(log.filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))).toEqual([])
  })

  it('would be found by these searches, as a name that is no secret is', async () => {
    const personName = 'Wren Tidewater'
    expect((await findPlaintext(world.database, [personName])).holding).toContain(`public.person: ${personName}`)
    expect(answers.some(({ text }) => text.includes(personName))).toBe(true)
  })
})
