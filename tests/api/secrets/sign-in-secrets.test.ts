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

/** What people type here, and nobody else. */
const typed = {
  first: 'ebb-and-flow-1881',
  chosen: 'slack-water-2093',
  repeated: 'slack-water-2094',
  wrong: 'neap-tide-5512',
  next: 'spring-tide-7741',
}

/** A browser whose every answer is kept, with the call that it was for. */
class WatchedBrowser extends Browser {
  readonly answers: { call: string; said: string }[]

  constructor(answers: { call: string; said: string }[]) {
    super()
    this.answers = answers
  }

  override async go(url: string, init: RequestInit = {}): Promise<Response> {
    const answer = await super.go(url, init)
    const said = `${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.clone().text()}`
    this.answers.push({ call: `${init.method ?? 'GET'} ${new URL(url).pathname}`, said })
    return answer
  }
}

// What is said and kept does not depend on the database: one place is enough.
describe('what somebody signs in with', () => {
  let world: ApiWorld
  let app: FastifyInstance
  const log: string[] = []
  const answers: { call: string; said: string }[] = []
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
    await setPassword(world.database, { personOid: owner.oid, password: typed.first, mustChange: false })
  })
  afterAll(async () => {
    await app.close()
    await world.dispose()
  })

  /** Signs in as far as the password lets somebody; answers an access token, or nothing. */
  async function signIn(mail: string, password: string): Promise<string | undefined> {
    const browser = new WatchedBrowser(answers)
    const request = authorizationRequest(`${publicUrl}/oidc`, { redirect_uri: callback })
    const { leadsTo } = await browser.follow(request.url, `${publicUrl}/oidc/auth`)
    const next = (await browser.post(leadsTo, { mail, password })).headers.get('location')
    if (next === null) return undefined
    const done = await browser.follow(new URL(next, publicUrl).href, `${publicUrl}/oidc`)
    const code = new URL(done.leadsTo).searchParams.get('code') ?? ''
    const grant = { grant_type: 'authorization_code', client_id: 'console', code, code_verifier: request.verifier, redirect_uri: callback }
    const got = (await (await browser.post(`${publicUrl}/oidc/token`, grant)).json()) as Record<string, string>
    codes.push(code)
    tokens.push(got['access_token'] ?? '', got['id_token'] ?? '')
    return got['access_token']
  }

  async function call(token: string, path: string, body?: Rec): Promise<Rec & { data: Rec[] }> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
    return (await (await new WatchedBrowser(answers).go(`${publicUrl}${path}`, init)).json()) as Rec & { data: Rec[] }
  }

  it('is taken and refused as it should be', async () => {
    expect(await signIn(OWNER, typed.wrong)).toBeUndefined()
    const token = (await signIn(OWNER, typed.first)) ?? ''
    const attached = await call(token, '/api/v1/userroles', {
      data: [{ tenantOid: world.oid['managed'], mail: GUEST, role: 'viewer' }],
    })
    const oid = encodeURIComponent(String(attached.data[0]?.['oid']))
    const { data } = await call(token, `/api/v1/userroles/${oid}/invitation`, {})
    const link = String(data[0]?.['link'])
    invitation = new URL(link).searchParams.get('token') ?? ''
    expect(invitation.length).toBeGreaterThan(30)
    const guest = new WatchedBrowser(answers)
    await guest.go(link)
    const choose = (next: string, repeat: string) => guest.post(link, { name: 'Wren Tidewater', next, repeat })
    expect((await choose(typed.chosen, typed.repeated)).status).toBe(422)
    expect((await choose(typed.chosen, typed.chosen)).status).toBe(200)
    expect((await guest.go(link)).status).toBe(404)
    const change = (current: string, next: string) =>
      guest.post(`${publicUrl}/oidc/password?lang=en`, { mail: GUEST, current, next, repeat: typed.next })
    expect((await change(typed.wrong, typed.next)).status).toBe(422)
    expect((await change(typed.chosen, typed.repeated)).status).toBe(422)
    expect((await change(typed.chosen, typed.next)).status).toBe(200)
    expect(await signIn(GUEST, typed.next)).toBeDefined()
    for (const path of [
      `/api/v1/userroles/${oid}`,
      '/api/v1/userroles?size=100',
      `/journal/api/v1/journal/entries/${world.oid['managed']}/UserRoles?limit=100`,
      '/api/v1/profile',
    ])
      await call(token, path)
    expect(answers.some(({ call: of, said }) => of.includes('/journal/') && said.includes('"invitation"'))).toBe(true)
  })

  it('stands in no answer but that of the link which is handed over, and on its page', () => {
    const telling = (secret: string) => [...new Set(answers.filter(({ said }) => said.includes(secret)).map((one) => one.call))]
    for (const password of Object.values(typed)) expect(telling(password)).toEqual([])
    const may = [/^POST \/api\/v1\/userroles\/[^/]+\/invitation$/, /^(?:GET|POST) \/oidc\/invitation$/]
    expect(telling(invitation).filter((of) => !may.some((one) => one.test(of)))).toEqual([])
    expect(telling(invitation).length).toBeGreaterThan(0)
  })

  it('stands in clear in no table, the journal with it, and in no line of the log', { tags: ['H-4.12'] }, async () => {
    const { tables, holding } = await findPlaintext(world.database, [...Object.values(typed), invitation, ...tokens])
    expect(tables).toEqual(
      expect.arrayContaining(['public.identity_credential', 'public.invitation', 'public.journal', 'public.idempotency']),
    )
    expect(holding).toEqual([])
    expect(log.length).toBeGreaterThanOrEqual(answers.length)
    // A code is kept by its name until it is redeemed, which takes the proof key of the browser that asked for it.
    for (const secret of [...Object.values(typed), invitation, ...tokens, ...codes])
      expect(log.filter((line) => line.includes(secret) || line.includes(encodeURIComponent(secret)))).toEqual([])
  })

  it('is looked for where it would be found', async () => {
    const wording = 'Wren Tidewater'
    expect((await findPlaintext(world.database, [wording])).holding).toContain(`public.person: ${wording}`)
    expect(answers.some(({ said }) => said.includes(wording))).toBe(true)
  })
})
