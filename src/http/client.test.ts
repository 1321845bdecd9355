import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RequestError } from '../../renderer/data/data-source.ts'
import { createClient } from './client.ts'
import type { ClientSession } from './client.ts'

const server = setupServer()
const url = 'http://service.test/things'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  server.resetHandlers()
})
afterAll(() => server.close())

function sessionOf(over: Partial<ClientSession> = {}): ClientSession {
  return { token: () => 'token', overlayOid: () => undefined, renew: async () => false, end: vi.fn(), ...over }
}

/** Answers the given statuses in turn, the last one for ever, and keeps the requests. */
function answers(method: 'get' | 'post' | 'put' | 'patch' | 'delete', ...statuses: number[]): Request[] {
  const seen: Request[] = []
  server.use(
    http[method](url, ({ request }) => {
      const status = statuses[Math.min(seen.length, statuses.length - 1)] ?? 200
      seen.push(request)
      return HttpResponse.json(status === 200 ? { data: [] } : { status, detail: `Answer ${status}` }, {
        status,
        headers: { 'x-request-id': `r${seen.length}` },
      })
    }),
  )
  return seen
}

async function settle<T>(promise: Promise<T>): Promise<T | RequestError> {
  const settled = promise.catch((error: unknown) => error as RequestError)
  let done = false
  void settled.then(() => (done = true))
  while (!done) {
    await vi.advanceTimersByTimeAsync(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return settled
}

describe('the client', () => {
  it('stays with the overlay in which a call began when it tries again, wherever the person is by then', async () => {
    const seen = answers('post', 503, 401, 200)
    const overlays = ['acme', 'globex', 'initech']
    await settle(
      createClient(sessionOf({ overlayOid: () => overlays.shift(), renew: async () => true })).request('POST', url, { body: {} }),
    )
    expect(seen.map(({ headers }) => headers.get('x-overlay-oid'))).toEqual(['acme', 'acme', 'acme'])
  })

  it('sends the bearer token, and the overlay if one is selected', { tags: ['S0-7.1', 'S2-7.1'] }, async () => {
    const seen = answers('get', 200)
    await createClient(sessionOf({ overlayOid: () => 'overlay-1' })).request('GET', url)
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer token')
    expect(seen[0]?.headers.get('x-overlay-oid')).toBe('overlay-1')
    await createClient(sessionOf({ overlayOid: () => undefined })).request('GET', url)
    expect([seen[1]?.headers.get('authorization'), seen[1]?.headers.has('x-overlay-oid')]).toEqual(['Bearer token', false])
  })

  it('names one trace in all tries of a call, and another span in each', async () => {
    const seen = answers('get', 503, 200, 200)
    const client = createClient(sessionOf())
    await settle(client.request('GET', url))
    await client.request('GET', url)
    const [first, second, other] = seen.map(({ headers }) => headers.get('traceparent')?.split('-') ?? [])
    expect(first).toEqual(['00', expect.stringMatching(/^[\da-f]{32}$/), expect.stringMatching(/^[\da-f]{16}$/), '01'])
    expect(second?.[1]).toBe(first?.[1])
    expect(second?.[2]).not.toBe(first?.[2])
    expect(other?.[1]).not.toBe(first?.[1])
  })

  it('tells of each further try before it', async () => {
    const seen = answers('post', 503, 503, 200)
    const told: number[] = []
    await settle(createClient(sessionOf()).requestBytes('POST', url, { onRetry: () => told.push(seen.length) }))
    expect(told).toEqual([1, 2])
  })

  it('sends the latest position back that its service has told, in whatever order answers come', async () => {
    const told = ['16/B374D848', '9/FFFFFFFF', '16/B374D849', '', 'nonsense']
    const sent: (string | null)[] = []
    server.use(
      http.get(url, ({ request }) => {
        const position = told[sent.push(request.headers.get('x-read-position')) - 1]
        return HttpResponse.json({ data: [] }, position ? { headers: { 'x-read-position': position } } : {})
      }),
    )
    const client = createClient(sessionOf())
    for (const _ of [...told, '']) await client.request('GET', url)
    expect(sent).toEqual([null, '16/B374D848', '16/B374D848', '16/B374D849', '16/B374D849', '16/B374D849'])
  })

  it('tells positions of its service to no other', async () => {
    const sent: (string | null)[] = []
    server.use(
      http.get(url, ({ request }) => {
        sent.push(request.headers.get('x-read-position'))
        return HttpResponse.json({ data: [] }, { headers: { 'x-read-position': '1/1' } })
      }),
    )
    const client = createClient(sessionOf({ isOwn: () => false }))
    for (let call = 0; call < 2; call++) await client.request('GET', url)
    expect(sent).toEqual([null, null])
  })

  it.each(['get', 'post', 'put', 'patch'] as const)(
    'retries %s five times, then fails with the last response',
    { tags: ['S0-7.2', 'S0-9.1'] },
    async (method) => {
      const seen = answers(method, 503)
      const error = await settle(createClient(sessionOf()).request(method.toUpperCase() as 'GET', url))
      expect(seen).toHaveLength(6)
      expect(error).toMatchObject({ status: 503, messages: ['Answer 503'], requestId: 'r6' })
    },
  )

  it('recovers when a retry succeeds', async () => {
    const seen = answers('get', 500, 200)
    server.use(http.get(url, () => HttpResponse.error(), { once: true }))
    expect(await settle(createClient(sessionOf()).request('GET', url))).toEqual({ data: [] })
    expect(seen.length).toBeGreaterThan(0)
  })

  it.each([400, 401, 403, 404])('does not retry after %i', { tags: ['S0-7.2', 'S0-9.2'] }, async (status) => {
    const seen = answers('post', status)
    expect(await settle(createClient(sessionOf()).request('POST', url, { body: {} }))).toMatchObject({ status })
    expect(seen).toHaveLength(1)
  })

  it.each([405, 410, 412, 413, 415, 422, 428])('asks its own service once where it refuses for good: %i', async (status) => {
    const seen = answers('put', status)
    expect(await settle(createClient(sessionOf()).request('PUT', url, { body: {} }))).toMatchObject({ status })
    expect(seen).toHaveLength(1)
  })

  it('never retries DELETE', { tags: ['S0-7.3'] }, async () => {
    const seen = answers('delete', 503)
    await settle(createClient(sessionOf()).request('DELETE', url))
    expect(seen).toHaveLength(1)
  })

  it.each(['post', 'put', 'patch'] as const)(
    'keeps one idempotency key for all retries of %s and uses a fresh one per call',
    async (method) => {
      const seen = answers(method, 500, 200)
      const client = createClient(sessionOf())
      await settle(client.request(method.toUpperCase() as 'POST', url, { body: {} }))
      await settle(client.request(method.toUpperCase() as 'POST', url, { body: {} }))
      const keys = seen.map((request) => request.headers.get('idempotency-key'))
      expect(keys[0]).toBeTruthy()
      expect(keys[1]).toBe(keys[0])
      expect(keys[2]).not.toBe(keys[0])
    },
  )

  it('sends the idempotency key that it was given', async () => {
    const seen = answers('post', 200)
    await createClient(sessionOf()).request('POST', url, { idempotencyKey: 'mine' })
    expect(seen[0]?.headers.get('idempotency-key')).toBe('mine')
  })

  it('renews the session on a 401 and repeats the call with the same key', async () => {
    const seen = answers('post', 401, 200)
    let token = 'old'
    const session = sessionOf({ token: () => token, renew: async () => ((token = 'new'), true) })
    await createClient(session).request('POST', url, { body: {} })
    expect(seen.map((request) => request.headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new'])
    expect(seen[1]?.headers.get('idempotency-key')).toBe(seen[0]?.headers.get('idempotency-key'))
    expect(session.end).not.toHaveBeenCalled()
  })

  it('ends the session when the renewed token is refused, too', { tags: ['S0-4.22', 'S0-8.3'] }, async () => {
    const seen = answers('get', 401)
    const session = sessionOf({ renew: async () => true })
    expect(await settle(createClient(session).request('GET', url))).toMatchObject({ status: 401 })
    expect(seen).toHaveLength(2)
    expect(session.end).toHaveBeenCalledExactlyOnceWith('Answer 401')
  })

  it('stops waiting for the next retry when aborted', async () => {
    const seen = answers('get', 503)
    const abort = new AbortController()
    const call = createClient(sessionOf()).request('GET', url, { signal: abort.signal })
    const outcome = expect(call).rejects.toMatchObject({ name: 'AbortError' })
    while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    await outcome
    expect(seen).toHaveLength(1)
  })

  it('throws the errors in a response with status 200 without retrying', { tags: ['S0-7.8', 'S0-8.4'] }, async () => {
    let calls = 0
    server.use(
      http.post(url, () => {
        calls += 1
        return HttpResponse.json({ errors: ['No licence left', { message: 'And no box' }] })
      }),
    )
    const error = await settle(createClient(sessionOf()).request('POST', url, { body: {} }))
    expect(error).toMatchObject({ status: 200, messages: ['No licence left', 'And no box'] })
    expect(calls).toBe(1)
  })

  it('takes the message from the detail of a failure, else from its errors', { tags: ['S0-8.1'] }, async () => {
    const errors = [{ pointer: '/data/0/name', key: 'partner.name.taken', message: 'Taken' }, 'Too long']
    const bodies = [{ detail: 'Not possible', errors }, { errors }]
    server.use(http.get(url, () => HttpResponse.json(bodies.shift(), { status: 400 })))
    const failures = [
      await settle(createClient(sessionOf()).request('GET', url)),
      await settle(createClient(sessionOf()).request('GET', url)),
    ]
    expect(failures).toMatchObject([
      { status: 400, messages: ['Not possible'], errors: [{ pointer: '/data/0/name' }, { message: 'Too long' }] },
      { status: 400, messages: ['Taken', 'Too long'] },
    ])
  })

  it('reports "Unknown error" when the response gives no reason', { tags: ['S0-8.2'] }, async () => {
    server.use(http.get(url, () => new HttpResponse('<html>', { status: 502 })))
    expect(await settle(createClient(sessionOf()).request('GET', url, { retries: 0 }))).toMatchObject({
      status: 502,
      messages: ['Unknown error'],
    })
  })

  it('does not retry a conflict that contains the current record', async () => {
    let calls = 0
    server.use(
      http.put(url, () => {
        calls += 1
        return HttpResponse.json({ detail: 'Stale', current: [{ oid: '1', revision: 2 }] }, { status: 409 })
      }),
    )
    expect(await settle(createClient(sessionOf()).request('PUT', url, { body: {} }))).toMatchObject({
      status: 409,
      current: [{ revision: 2 }],
    })
    expect(calls).toBe(1)
  })
})
