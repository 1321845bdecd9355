import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { readEnv } from './env/env.ts'
import { createLog } from './log.ts'
import { HttpProblem } from './plugins/problem.ts'
import { BODY_LIMIT } from './plugins/security.ts'

let app: FastifyInstance | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

interface Options {
  env?: Record<string, string>
  ping?: () => Promise<unknown>
  isBusy?: () => boolean
  log?: string[]
}

/** The service's shell with routes that fail in every way. */
async function shell({ env = {}, ping = async () => undefined, isBusy, log = [] }: Options = {}): Promise<FastifyInstance> {
  const checked = readEnv({ LOG_LEVEL: 'debug', ...env }, [])
  const stream = { write: (line: string) => void log.push(line) }
  app = await buildApp({
    env: checked,
    log: createLog(checked, stream),
    ping,
    ...(isBusy && { isBusy }),
    issuer: 'http://localhost:8080/oidc',
    routes,
  })
  return app
}

async function routes(instance: FastifyInstance): Promise<void> {
  instance.get('/api/v1/broken', async () => {
    throw new TypeError('secret inner detail')
  })
  instance.get('/api/v1/refused', async () => {
    throw new HttpProblem(409, 'Somebody was faster.', {
      errors: [{ pointer: '/name', key: 'validation.field.max', params: { bound: 3 }, message: 'Too long' }],
    })
  })
  instance.get('/api/v1/fails/:code', async (request) => {
    const { code } = request.params as { code: string }
    const attached = { query: 'update person', params: ['hush-hash'], detail: 'Key (mail)=(hush-mail)' }
    throw Object.assign(new Error(code.startsWith('timeout') ? code : 'failed'), { ...(code.length < 20 && { code }), ...attached })
  })
  instance.post('/api/v1/things', async (request) => request.body)
  instance.post('/api/v1/plans', async () => ({ ok: true }))
  instance.get(
    '/api/v1/checked',
    { schema: { querystring: { type: 'object', required: ['page'], properties: { page: { type: 'integer' } } } } },
    async () => ({}),
  )
  instance.get('/api/v1/slow', async () => {
    await sleep(300)
    return { slow: true }
  })
  instance.get('/api/user/v1/context', async () => ({ from: 'here' }))
}

const json = { 'content-type': 'application/json' }
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('an error response', () => {
  it.each([
    ['an unexpected error', { url: '/api/v1/broken' }, 500],
    ['a problem that a route threw', { url: '/api/v1/refused' }, 409],
    ['a database that is unreachable', { url: '/api/v1/fails/ECONNREFUSED' }, 503],
    ['a database that shuts down', { url: '/api/v1/fails/57P01' }, 503],
    ['a database with too many connections', { url: '/api/v1/fails/53300' }, 503],
    ['a pool without a free connection', { url: '/api/v1/fails/timeout%20exceeded%20when%20trying%20to%20connect' }, 503],
    ['a statement that took too long', { url: '/api/v1/fails/57014' }, 503],
    ['a transaction with a serialization failure', { url: '/api/v1/fails/40001' }, 503],
    ['a text that PostgreSQL cannot store', { url: '/api/v1/fails/22021' }, 400],
    ['a statement that is wrong', { url: '/api/v1/fails/42601' }, 500],
    ['an unknown address', { url: '/api/v1/nothing' }, 404],
    ['an unknown address outside the API', { url: '/assets/nothing.js' }, 404],
    ['another method', { url: '/api/v1/refused', method: 'DELETE' }, 405],
    ['another method with a broken body', { url: '/api/v1/refused', method: 'PUT', headers: json, payload: '{' }, 405],
    ['a method of a page', { url: '/healthz', method: 'POST' }, 405],
    ['a malformed address', { url: '/%zz' }, 400],
    ['a body that is no JSON', { url: '/api/v1/things', method: 'POST', headers: json, payload: '{' }, 400],
    ['a body that poisons prototypes', { url: '/api/v1/things', method: 'POST', headers: json, payload: '{"__proto__":{"a":1}}' }, 400],
    ['a body of lists without end', { url: '/api/v1/things', method: 'POST', headers: json, payload: nested(100_000) }, 400],
    ['an empty body', { url: '/api/v1/things', method: 'POST', headers: json, payload: '' }, 400],
    [
      'a body that is too large',
      { url: '/api/v1/things', method: 'POST', headers: json, payload: JSON.stringify('x'.repeat(BODY_LIMIT)) },
      413,
    ],
    [
      'a body of an unknown type',
      { url: '/api/v1/things', method: 'POST', headers: { 'content-type': 'application/xml' }, payload: '<a/>' },
      415,
    ],
    ['a parameter that is not valid', { url: '/api/v1/checked?page=x' }, 400],
  ] as const)(
    'for %s is a problem document without a stack trace',
    { tags: ['S0-8.1', 'D-3.6', 'H-1.9'] },
    async (_name, request, status) => {
      const answer = await (await shell()).inject(request as never)
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
      expect(answer.headers['x-request-id']).toBe(answer.json().requestId)
      if (status === 503) expect(answer.headers['retry-after']).toBe('1')
      expect(answer.json()).toMatchObject({
        type: 'about:blank',
        status,
        title: expect.any(String),
        detail: expect.stringMatching(/\.$/),
        errors: expect.any(Array),
      })
      expect(answer.body).not.toMatch(/secret inner detail|\.ts:|node_modules|\n\s+at /)
    },
  )

  it('for a malformed address becomes a redirect when a browser navigates to it', async () => {
    const answer = await (await shell()).inject({ url: '/oid/%zz', headers: { accept: 'text/html' } })
    expect([answer.statusCode, answer.headers['location']]).toEqual([302, '/oid/%25zz'])
  })

  it('for an unsupported method lists the allowed methods', async () => {
    const service = await shell()
    const allowed = async (url: string): Promise<unknown> => (await service.inject({ url, method: 'DELETE' })).headers['allow']
    expect(await allowed('/api/v1/refused')).toBe('GET, HEAD')
    expect(await allowed('/api/v1/things')).toBe('POST')
    expect((await service.inject({ url: '/api/v1/refused', method: 'HEAD' })).statusCode).toBe(409)
  })

  it('for deep nesting starts beyond the depth that any record needs', async () => {
    const service = await shell()
    const statusOf = async (levels: number): Promise<number> =>
      (await service.inject({ url: '/api/v1/things', method: 'POST', headers: json, payload: nested(levels) })).statusCode
    expect([await statusOf(64), await statusOf(65)]).toEqual([200, 400])
  })

  it('for a caller who hangs up does not count as a service failure', async () => {
    const log: string[] = []
    const port = await listening(await shell({ log }))
    // What the start had to say, of a console that is not built for instance, is another matter.
    log.length = 0
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST /api/v1/things HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a":')
      setTimeout(() => socket.destroy(), 50)
    })
    await new Promise((gone) => socket.once('close', gone))
    await sleep(100)
    expect(log.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
  })

  it('carries the errors that the route listed', { tags: ['S0-8.1', 'D-3.6'] }, async () => {
    const answer = await (await shell()).inject('/api/v1/refused')
    expect(answer.json()).toMatchObject({
      detail: 'Somebody was faster.',
      errors: [{ pointer: '/name', key: 'validation.field.max', params: { bound: 3 } }],
    })
  })

  it('for a request that is not HTTP is a problem document, too', async () => {
    const answer = await talk(await listening(await shell()), 'GARBAGE\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/problem\+json/)
    expect(documentIn(answer)).toMatchObject({ status: 400, requestId: expect.any(String) })
  })

  it('for oversized headers is a problem document, too', async () => {
    const answer = await talk(await listening(await shell()), `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(documentIn(answer)).toMatchObject({ status: 431, requestId: expect.any(String) })
  })

  it('is logged with its request id, which the response also contains', async () => {
    const log: string[] = []
    const answer = await (await shell({ log })).inject({ url: '/api/v1/broken', headers: { 'x-request-id': 'from-the-console-1' } })
    expect(answer.json().requestId).toBe('from-the-console-1')
    const line = log.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'unexpected error')
    expect(line).toMatchObject({ reqId: 'from-the-console-1', err: { message: 'secret inner detail' } })
  })

  it('gets a generated request id if the one sent is unsafe', async () => {
    const answer = await (await shell()).inject({ url: '/healthz', headers: { 'x-request-id': '"><script>' } })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('the log', () => {
  it('never holds a token, a cookie or a sign-in code', async () => {
    const log: string[] = []
    const headers = { authorization: 'Bearer hush-token', cookie: 'session=hush-cookie' }
    await (
      await shell({ log, env: { LOG_LEVEL: 'trace' } })
    ).inject({ url: '/oidc/callback?code=hush-code&state=hush-state&ticket=hush-ticket&lang=en', headers })
    expect(log.join('')).toContain('lang=en')
    expect(log.join('')).not.toContain('hush')
  })

  it('never holds the parameters of a statement that failed', async () => {
    const log: string[] = []
    await (await shell({ log })).inject('/api/v1/fails/42601')
    expect(log.join('')).toContain('42601')
    expect(log.join('')).not.toMatch(/hush|update person/)
  })
})

describe('an API response', () => {
  it('forbids scripts, frames, type sniffing and referrers, and sends HSTS over https', async () => {
    const headersOf = async (PUBLIC_URL: string): Promise<Record<string, unknown>> => {
      const { headers } = await (await shell({ env: { PUBLIC_URL } })).inject('/config.json')
      await app?.close()
      return headers
    }
    const strict = await headersOf('https://console.example.org')
    expect(strict).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    expect(await headersOf('http://localhost:8080')).not.toHaveProperty('strict-transport-security')
    expect(strict).not.toHaveProperty('server')
    expect(strict).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('limits', () => {
  it('allow larger bodies for plans than for other requests', async () => {
    const payload = JSON.stringify({ items: 'x'.repeat(2 * BODY_LIMIT) })
    const answer = await (await shell()).inject({ url: '/api/v1/plans', method: 'POST', headers: json, payload })
    expect(answer.statusCode).toBe(200)
  })

  it('answer a flood with 429 and a Retry-After header; health checks are exempt', async () => {
    const service = await shell({ env: { RATE_LIMIT: '3' } })
    for (let call = 0; call < 3; call++) expect((await service.inject('/config.json')).statusCode).toBe(200)
    const answer = await service.inject('/config.json')
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBeDefined()
    expect(answer.json()).toMatchObject({ status: 429, detail: expect.stringMatching(/Try again in \d+ s\./) })
    expect((await service.inject('/healthz')).statusCode).toBe(200)
  })
})

describe('behind a proxy, the rate limit', () => {
  it('counts by forwarded address if the proxy is trusted, and by proxy address otherwise', async () => {
    const flood = async (env: Record<string, string>): Promise<number[]> => {
      const service = await shell({ env: { RATE_LIMIT: '1', ...env } })
      const from = (ip: string) => service.inject({ url: '/config.json', headers: { 'x-forwarded-for': ip } })
      const statuses = [(await from('192.0.2.1')).statusCode, (await from('192.0.2.2')).statusCode]
      await service.close()
      return statuses
    }
    expect(await flood({ TRUSTED_PROXIES: '127.0.0.0/8' })).toEqual([200, 200])
    expect(await flood({})).toEqual([200, 429])
  })
})

describe('health', () => {
  it(
    'is always 200, whereas readiness is a 503 problem while the database does not answer',
    { tags: ['D-2.15', 'D-2.16', 'H-1.1'] },
    async () => {
      expect((await (await shell()).inject('/readyz')).statusCode).toBe(200)
      await app?.close()
      const service = await shell({ ping: () => Promise.reject(new Error('gone')) })
      const answer = await service.inject('/readyz')
      expect(answer.statusCode).toBe(503)
      expect(answer.headers['retry-after']).toBe('1')
      expect(answer.json()).toMatchObject({ status: 503, detail: 'The database does not answer.' })
      expect((await service.inject('/healthz')).statusCode).toBe(200)
    },
  )

  it('reports ready while the database is too busy with other queries to answer the check', { tags: ['H-8.2'] }, async () => {
    const busy = [true, false]
    const service = await shell({ ping: () => new Promise(() => undefined), isBusy: () => busy.shift() === true })
    const answers = await Promise.all([service.inject('/readyz'), service.inject('/readyz')])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 503])
  })
})

describe('metrics', () => {
  it('count requests by route pattern, never by URL', { tags: ['D-2.19'] }, async () => {
    const service = await shell()
    await service.inject('/api/v1/nothing/private-oid')
    await service.inject('/config.json')
    const { body } = await service.inject('/metrics')
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/config.json",status="200"} 1')
    expect(body).not.toContain('private-oid')
  })
})

describe('an upstream', () => {
  it('serves its base path instead of the service; yields a 502 problem while unreachable', { tags: ['D-1.4'] }, async () => {
    const upstream = createServer((request, response) => {
      response.end(JSON.stringify({ from: request.url, token: request.headers.authorization }))
    })
    await new Promise<void>((done) => upstream.listen(0, '127.0.0.1', done))
    const { port } = upstream.address() as AddressInfo
    const service = await shell({ env: { UPSTREAM_USER: `http://127.0.0.1:${port}/other` } })
    const answer = await service.inject({ url: '/api/user/v1/context?a=1', headers: { authorization: 'Bearer t' } })
    expect(answer.json()).toEqual({ from: '/other/v1/context?a=1', token: 'Bearer t' })
    expect((await service.inject('/api/v1/refused')).statusCode).toBe(409)
    await new Promise((done) => upstream.close(done))
    const away = await service.inject('/api/user/v1/context')
    expect(away.statusCode).toBe(502)
    expect(away.json()).toMatchObject({ status: 502, detail: 'The service behind /api/user does not answer.' })
  })
})

describe('shutdown', () => {
  it('completes requests in flight', async () => {
    const service = await shell()
    const port = await listening(service)
    const answer = fetch(`http://127.0.0.1:${port}/api/v1/slow`)
    await sleep(100)
    await service.close()
    expect(await (await answer).json()).toEqual({ slow: true })
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  })
})

async function listening(service: FastifyInstance): Promise<number> {
  await service.listen({ host: '127.0.0.1', port: 0 })
  return (service.server.address() as AddressInfo).port
}

/** The body of an answer as it came over the wire. */
function documentIn(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
}

function talk(port: number, text: string): Promise<string> {
  return new Promise((done) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('close', () => done(answer))
  })
}
