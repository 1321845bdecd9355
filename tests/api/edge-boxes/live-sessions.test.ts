import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LiveData } from '../../../server/livemon/live-data.ts'
import { MAX_SESSIONS } from '../../../server/livemon/live-sessions.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { keepHouse } from '../../support/api/keep-house.ts'
import { apiWorld, places, type ApiWorld } from '../../support/api/api-world.ts'
import { plantBox, plantNetwork } from '../../support/api/live-boxes.ts'
import { wholeService, type WholeService } from '../../support/api/whole-service.ts'

const MANAGED = 'managed@world.test'
const MSP = 'msp@world.test'
const PROBLEM = 'application/problem+json; charset=utf-8'

/** An open session as a browser knows it. */
interface OpenSession {
  path: string
  oid: string
  cookie: string
  /** Authorizes the script in its window; empty if there is no page. */
  token: string
}

describe.each(places)('live troubleshooting on %s', (place) => {
  let world: ApiWorld
  let service: WholeService
  let box: string
  beforeAll(async () => {
    world = await apiWorld(place)
    service = await wholeService(world.database)
    await world.grant(MANAGED, overlay(), 'network_manager')
  })
  beforeEach(async () => {
    box = await plantBox(world.database, overlay())
  })
  afterAll(async () => {
    await service.close()
    await world.dispose()
  })

  const overlay = (name = 'managed'): string => world.oid[name] ?? ''

  async function post(body: unknown, { as = MANAGED, to = overlay(), key = '' } = {}): Promise<LightMyRequestResponse> {
    const headers = { authorization: `Bearer ${await service.token(as)}`, ...(key !== '' && { 'idempotency-key': key }) }
    return service.app.inject({ method: 'POST', url: `/livemon/v1/${to}/sessions`, headers, payload: body as object })
  }
  const requestFor = (edgeBoxId: string): object => ({ data: [{ edgeBoxId, edgeBoxName: 'Example' }] })

  async function open(edgeBoxId = box, as = MANAGED): Promise<OpenSession> {
    const answer = await post(requestFor(edgeBoxId), { as })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    const { oid } = answer.json<{ data: [{ oid: string }] }>().data[0]
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
    const path = `/livemon/v1/${overlay()}/view/${oid}/`
    const token = /data-token="([^"]+)"/.exec((await get(path, cookie)).body)?.[1] ?? ''
    return { oid, cookie, path, token }
  }
  const get = (url: string, cookie = '', headers = {}): Promise<LightMyRequestResponse> =>
    service.app.inject({ url, headers: { cookie, ...headers } })
  /** Requests data like the script of a window: from an opaque origin, without cookies. */
  function requestData(path: string, form: Record<string, string>, headers = {}): Promise<LightMyRequestResponse> {
    const sent = { origin: 'null', 'content-type': 'application/x-www-form-urlencoded', ...headers }
    return service.app.inject({ method: 'POST', url: `${path}data`, headers: sent, payload: new URLSearchParams(form).toString() })
  }
  const dataOf = async ({ path, token }: OpenSession, form = {}): Promise<LiveData> =>
    (await requestData(path, { token, ...form })).json<{ data: [LiveData] }>().data[0]
  const statuses = async ({ path, cookie, token }: OpenSession): Promise<number[]> => [
    (await get(path, cookie)).statusCode,
    (await requestData(path, { token })).statusCode,
  ]
  const execute = (statement: ReturnType<typeof sql>): Promise<unknown> =>
    world.database.transaction(EVERYTHING, (queries) => statement.execute(queries))

  describe('a session', () => {
    it(
      'is opened with a cookie that no script can read and that is sent to its own window only',
      { tags: ['S1-7.40', 'S2-3.16', 'S2-7.49'] },
      async () => {
        const answer = await post(requestFor(box))
        expect(answer.statusCode).toBe(201)
        const { oid } = answer.json<{ data: [{ oid: string }] }>().data[0]
        const [cookie, ...attributes] = String(answer.headers['set-cookie']).split('; ')
        expect(cookie).toMatch(/^livemon=[\w-]{43}$/)
        expect(attributes).toEqual([`Path=/livemon/v1/${overlay()}/view/${oid}/`, 'Max-Age=7200', 'HttpOnly', 'SameSite=Strict'])
      },
    )

    it('is returned again, with the same cookie, to a repeated call; its key is refused for another call', async () => {
      const key = crypto.randomUUID()
      const [first, again] = [await post(requestFor(box), { key }), await post(requestFor(box), { key })]
      expect([again.json(), again.headers['set-cookie']]).toEqual([first.json(), first.headers['set-cookie']])
      expect((await post({ data: [{ edgeBoxId: box }] }, { key })).statusCode).toBe(422)
      expect((await post(requestFor(box))).json()).not.toEqual(first.json())
    })

    it.each<[string, { body: () => unknown; field: string; key: string }]>([
      [
        'an unknown field',
        { body: () => ({ data: [{ edgeBoxId: box, edgeBoxNam: '' }] }), field: 'edgeBoxNam', key: 'validation.field.unknown' },
      ],
      ['no box', { body: () => ({ data: [{ edgeBoxName: 'x' }] }), field: 'edgeBoxId', key: 'validation.field.mandatory' }],
      [
        'a name that is not text',
        { body: () => ({ data: [{ edgeBoxId: box, edgeBoxName: 1 }] }), field: 'edgeBoxName', key: 'validation.field.type' },
      ],
      ['a box that does not exist', { body: () => requestFor('x'), field: 'edgeBoxId', key: 'service.reference.unknown' }],
      ['text with a null character', { body: () => requestFor('\0'), field: 'edgeBoxId', key: 'service.reference.unknown' }],
    ])('is refused at the field for %s', async (_what, { body, field, key }) => {
      const answer = await post(body())
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, PROBLEM])
      expect(answer.json()).toMatchObject({ errors: [{ pointer: `/data/0/${field}`, key, message: expect.stringMatching(/ /) }] })
      expect(answer.headers['set-cookie']).toBeUndefined()
    })

    it('is refused for a box without a serial number, of another overlay, or of a foreign customer', async () => {
      const [bare, elsewhere, foreign] = [
        await plantBox(world.database, overlay(), { serialNumber: null }),
        await plantBox(world.database, overlay('diy')),
        await plantBox(world.database, overlay('otherCustomer')),
      ]
      const errorOf = async (oid: string, as: string): Promise<unknown> =>
        (await post(requestFor(oid), { as })).json<{ errors: unknown[] }>().errors[0]
      expect(await errorOf(bare, MANAGED)).toMatchObject({
        key: 'service.livemon.noSerialNumber',
        params: { name: expect.stringMatching(/^Example <North> \d+$/) },
      })
      for (const oid of [elsewhere, foreign]) expect(await errorOf(oid, MSP)).toEqual(await errorOf('x', MSP))
    })

    it(
      'is refused with the same error for a foreign, an unknown and a non-overlay tenant, and without the right',
      { tags: ['S1-6.11'] },
      async () => {
        const refusals = await Promise.all(
          [overlay('otherCustomer'), 'x', overlay('msp')].map((to) => post(requestFor(box), { as: MSP, to })),
        )
        const [first] = refusals
        for (const answer of refusals) expect([answer.statusCode, answer.json()['detail']]).toEqual([404, first?.json()['detail']])
        await world.grant('domains@world.test', overlay(), 'domain_manager')
        expect((await post(requestFor(box), { as: 'domains@world.test' })).statusCode).toBe(403)
      },
    )

    it.each([[undefined], [{}], [{ data: [] }], [{ data: [{}, {}] }], [{ data: [null] }]])('is refused for the body %j', async (body) => {
      expect((await post(body)).statusCode).toBe(400)
    })
  })

  describe('the window', () => {
    it(
      'is a page with a strict content security policy that names the box and labels its data as simulated',
      { tags: ['S1-7.41'] },
      async () => {
        const { path, cookie } = await open()
        const page = await get(path, cookie)
        expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([200, 'no-store', 'no-referrer'])
        expect(page.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
        expect(page.body).toContain('<title>Example &lt;North&gt; ')
        expect(page.body).toContain('Simulated data.')
        expect((await get(path.slice(0, -1))).headers['location']).toBe(path)
      },
    )

    it('uses the requested language, else that of the person, else that of the browser', async () => {
      const { path, cookie } = await open()
      const languageOf = async (url: string): Promise<string | undefined> =>
        /lang="(..)"/.exec((await get(url, cookie, { 'accept-language': 'de' })).body)?.[1]
      expect(await languageOf(path)).toBe('de')
      await execute(sql`update person set locale = 'es' where mail = ${MANAGED}`)
      expect([await languageOf(path), await languageOf(`${path}?lang=fr`)]).toEqual(['es', 'fr'])
      await execute(sql`update person set locale = '' where mail = ${MANAGED}`)
    })

    it('receives five minutes of samples for every enabled WAN, then only new samples', async () => {
      const network = await plantNetwork(world.database, overlay(), 'MPLS')
      const wan1 = { state: 'enabled', transportNetwork: network, access: { upBandwidth: 5000, downBandwidth: 9000 } }
      const session = await open(await plantBox(world.database, overlay(), { wans: { wan1, wan2: { state: 'disabled' } } }))
      const initial = await dataOf(session)
      expect(initial.box).toMatchObject({
        name: expect.stringMatching(/^Example <North> \d+$/),
        serialNumber: expect.stringMatching(/^0A1B2C\d+$/),
      })
      expect(initial.wans.map(({ isEnabled, samples }) => [isEnabled, samples.length])).toEqual([
        [true, 150],
        [false, 0],
        [false, 0],
      ])
      expect(initial.wans[0]).toMatchObject({ identifier: 'wan1', transportNetwork: 'MPLS', upBandwidth: 5000, downBandwidth: 9000 })
      const samples = initial.wans[0]?.samples ?? []
      expect(Math.max(...samples.map(([, up]) => up))).toBeLessThanOrEqual(5000)
      const since = samples.at(-3)?.[0] ?? 0
      const later = await dataOf(session, { since: since / 1000 })
      expect(later.wans[0]?.samples.slice(0, 2)).toEqual(samples.slice(-2))
      expect((await requestData(session.path, { token: session.token, since: 'x' })).statusCode).toBe(400)
    })

    it('is not found without its cookie and token, with those of another session, or in another overlay', async () => {
      const [session, other] = [await open(), await open()]
      expect(await statuses(session)).toEqual([200, 200])
      for (const [cookie, token] of [
        ['', ''],
        ['livemon=', 'x'],
        [other.cookie, other.token],
        [`${session.cookie}x`, `${session.token}x`],
        [`livemon=${session.token}`, session.cookie.replace('livemon=', '')],
      ] as const)
        expect(await statuses({ ...session, cookie, token })).toEqual([404, 404])
      expect(await statuses({ ...session, path: session.path.replace(overlay(), overlay('diy')) })).toEqual([404, 404])
      expect((await get(session.path)).headers['content-type']).toBe('text/html; charset=utf-8')
      expect((await requestData(session.path, {})).headers['content-type']).toBe(PROBLEM)
      // The script's token is the only way to its data, whatever the browser sends along.
      expect((await requestData(session.path, {}, { cookie: session.cookie })).statusCode).toBe(404)
      expect((await get(`${session.path}data`, session.cookie)).statusCode).toBe(405)
    })

    it('is served by another instance of the service', async () => {
      const session = await open()
      const instance = await wholeService(world.database)
      const answer = await instance.app.inject({ url: session.path, headers: { cookie: session.cookie } })
      expect(answer.body).toContain(session.token)
      await instance.close()
      expect(answer.statusCode).toBe(200)
    })
  })

  it(
    'is forwarded to another service if one is configured: calls, the window, and the assets of the window',
    { tags: ['D-6.2'] },
    async () => {
      const upstream = createServer(({ method, url, headers }, response) => {
        response.setHeader('content-type', method === 'GET' ? 'text/html' : 'application/json')
        response.end(JSON.stringify({ method, url, token: headers.authorization }))
      })
      await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening))
      const { port } = upstream.address() as AddressInfo
      const env = { UPSTREAM_LIVEMON: `http://127.0.0.1:${port}`, VIEWS_URL: 'http://views.test' }
      const forwarding = await wholeService(world.database, env)
      const authorization = `Bearer ${await forwarding.token(MANAGED)}`
      const base = `/livemon/v1/${overlay()}`
      for (const [method, url] of [
        ['POST', `${base}/sessions`],
        ['GET', `${base}/view/s1/`],
        ['GET', '/livemon/v1/assets/live.css'],
      ] as const) {
        const call = { method, url, headers: { authorization }, ...(method === 'POST' && { payload: requestFor(box) }) }
        const answer = await forwarding.views.inject(call)
        expect(answer.json()).toEqual({ method, url, token: authorization })
        expect(answer.headers['set-cookie']).toBeUndefined()
        // Calls are answered at the console's address, too; pages are not.
        expect((await forwarding.app.inject(call)).statusCode).toBe(method === 'POST' ? 200 : 502)
      }
      await forwarding.close()
      await new Promise((done) => upstream.close(done))
    },
  )

  describe('an open session', () => {
    it.each<[string, () => Promise<unknown>]>([
      ['no longer has a role', () => world.revoke('once@world.test')],
      ['may no longer troubleshoot', () => world.grant('once@world.test', overlay(), 'domain_manager')],
      ['is removed', () => execute(sql`update person set state = 'removed' where mail = 'once@world.test'`)],
    ])('ends at the next call once the person who opened it %s', async (_what, revoke) => {
      await execute(sql`update person set state = 'active' where mail = 'once@world.test'`)
      await world.grant('once@world.test', overlay(), 'viewer')
      const session = await open(box, 'once@world.test')
      expect(await statuses(session)).toEqual([200, 200])
      await revoke()
      expect(await statuses(session)).toEqual([403, 403])
    })

    it('ends when the box loses its serial number or is deleted', async () => {
      const session = await open()
      await execute(sql`update entity."edge-box" set data = data - 'serialNumber' where oid = ${box}`)
      expect(await statuses(session)).toEqual([403, 403])
      await execute(sql`delete from entity."edge-box" where oid = ${box}`)
      expect(await statuses(session)).toEqual([403, 403])
    })

    it('ends after two hours, and is deleted a day later', async () => {
      const session = await open()
      const age = (hours: number): Promise<unknown> =>
        world.database.asOwner((queries) =>
          sql`update live_session set expires_at = expires_at - make_interval(hours => ${hours}) where oid = ${session.oid}`.execute(
            queries,
          ),
        )
      await age(1)
      await keepHouse(world.database, 'live_sessions')
      expect(await statuses(session)).toEqual([200, 200])
      await age(1)
      expect(await statuses(session)).toEqual([410, 410])
      await keepHouse(world.database, 'live_sessions')
      expect(await statuses(session)).toEqual([410, 410])
      await age(24)
      await keepHouse(world.database, 'live_sessions')
      expect(await statuses(session)).toEqual([404, 404])
    })

    it(`ends when the same person opens ${MAX_SESSIONS} more`, async () => {
      const [first, second] = [await open(), await open()]
      const others = await open(box, MSP)
      for (let count = 0; count < MAX_SESSIONS - 1; count++) await open()
      expect([await statuses(first), await statuses(second), await statuses(others)]).toEqual([
        [404, 404],
        [200, 200],
        [200, 200],
      ])
    })
  })
})
