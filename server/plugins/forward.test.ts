import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { buildApp, buildViewsApp } from '../app.ts'
import { readEnv } from '../env/env.ts'
import { createLog } from '../log.ts'

const log = createLog({ logLevel: 'silent' })
let app: FastifyInstance | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

/** What answers at the address of the console. */
async function consoleWith(env: Record<string, string>): Promise<FastifyInstance> {
  app = await buildApp({ env: readEnv(env, []), log, ping: async () => undefined, issuer: '', routes: async () => undefined })
  return app
}

/** An upstream that answers every call with the given headers, and says which ones it got. */
async function upstreamWith(answer: Record<string, string | string[]>, status = 200): Promise<{ url: string; close: () => void }> {
  const server = createServer(({ headers }, response) => {
    response.writeHead(status, answer)
    response.end(JSON.stringify({ cookie: headers.cookie ?? null, token: headers.authorization ?? null }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}

/** Headers by which an upstream would change what the origin of its answer may do. */
const MEDDLING = {
  'set-cookie': ['own=1; Path=/; Domain=example.org', 'other=2; HttpOnly'],
  'content-security-policy': "default-src *; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'clear-site-data': '"*"',
  'access-control-allow-origin': '*',
  'service-worker-allowed': '/',
  'strict-transport-security': 'max-age=1',
  'www-authenticate': 'Basic',
  refresh: '0; url=https://example.org',
  etag: '"1"',
}

describe('an upstream at the console origin', () => {
  it.each(['application/json; charset=utf-8', 'application/problem+json', 'text/csv', ''])(
    'passes data (%s) without cookies in either direction and without policy headers',
    { tags: ['H-5.11'] },
    async (type) => {
      const upstream = await upstreamWith({ ...MEDDLING, ...(type !== '' && { 'content-type': type }) })
      const service = await consoleWith({ UPSTREAM_API: upstream.url })
      const headers = { authorization: 'Bearer t', cookie: 'sdwan_session=secret' }
      const answer = await service.inject({ url: '/api/v1/things', headers })
      upstream.close()
      expect([answer.statusCode, answer.json()]).toEqual([200, { cookie: null, token: 'Bearer t' }])
      expect(answer.headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        etag: '"1"',
      })
      for (const name of ['set-cookie', 'clear-site-data', 'access-control-allow-origin', 'service-worker-allowed', 'refresh'])
        expect(answer.headers).not.toHaveProperty(name)
    },
  )

  it.each(['text/html', 'application/xhtml+xml', 'image/svg+xml', 'text/xml', 'text/javascript', 'text/css', 'multipart/x-mixed-replace'])(
    'passes no page, script or style: %s',
    { tags: ['H-5.11'] },
    async (type) => {
      for (const [status, expected] of [
        [200, 502],
        [404, 404],
      ] as const) {
        const upstream = await upstreamWith({ ...MEDDLING, 'content-type': type }, status)
        const service = await consoleWith({ UPSTREAM_SUPERVISION: upstream.url, VIEWS_URL: 'http://views.test' })
        const answer = await service.inject('/supervision/d/1/')
        upstream.close()
        await service.close()
        expect(answer.statusCode).toBe(expected)
        expect(answer.headers).toMatchObject({
          'content-type': 'application/problem+json; charset=utf-8',
          'x-content-type-options': 'nosniff',
        })
        expect(answer.headers['content-security-policy']).toMatch(/; sandbox$/)
        expect(answer.headers).not.toHaveProperty('set-cookie')
        expect(answer.json()['detail']).toMatch(/; its pages are at http:\/\/views\.test\.$/)
      }
    },
  )
})

describe('an upstream at the views origin', () => {
  const consoleOrigin = 'http://localhost:8080'
  async function views(upstreamUrl: string): Promise<FastifyInstance> {
    const env = readEnv({ UPSTREAM_SUPERVISION: upstreamUrl, UPSTREAM_API: upstreamUrl, VIEWS_URL: 'http://views.test' }, [])
    app = await buildViewsApp({ env, log: log })
    return app
  }

  it(
    'serves its pages and cookies; only the console may frame it, whatever its own headers allow',
    { tags: ['H-5.10', 'D-6.1'] },
    async () => {
      const upstream = await upstreamWith({ ...MEDDLING, 'content-type': 'text/html' })
      const service = await views(upstream.url)
      const answer = await service.inject({ url: '/supervision/d/1/', headers: { cookie: 'own=1' } })
      upstream.close()
      expect([answer.statusCode, answer.headers['content-type'], answer.json()['cookie']]).toEqual([200, 'text/html', 'own=1'])
      expect(answer.headers['content-security-policy']).toBe(`default-src *, frame-ancestors 'self' ${consoleOrigin}`)
      expect(answer.headers).not.toHaveProperty('x-frame-options')
      // For the host of views only: a cookie of the whole domain would reach the console.
      expect(answer.headers['set-cookie']).toEqual(['own=1; Path=/', 'other=2; HttpOnly'])
    },
  )

  it('may be called by the console with token and cookies, and by no other origin', { tags: ['H-5.10'] }, async () => {
    const upstream = await upstreamWith({ 'content-type': 'application/json' })
    const service = await views(upstream.url)
    const url = '/supervision/overlays/o1/context'
    const asked = { origin: consoleOrigin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
    const before = await service.inject({ method: 'OPTIONS', url, headers: asked })
    expect([before.statusCode, before.headers['access-control-allow-origin']]).toEqual([204, consoleOrigin])
    expect(before.headers['access-control-allow-headers']).toContain('authorization')
    const call = { method: 'POST', url, headers: { origin: consoleOrigin, authorization: 'Bearer t' } } as const
    const answer = await service.inject(call)
    expect(answer.json()['token']).toBe('Bearer t')
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': consoleOrigin, 'access-control-allow-credentials': 'true' })
    for (const origin of ['null', 'https://example.org', 'http://views.test']) {
      const { headers } = await service.inject({ ...call, headers: { ...call.headers, origin } })
      expect(headers).not.toHaveProperty('access-control-allow-origin')
    }
    upstream.close()
  })

  it.each([
    '/',
    '/about',
    '/config.json',
    '/oidc/token',
    '/oidc/auth',
    '/auth/silent',
    '/api/v1/things',
    '/docs/',
    '/metrics',
    '/healthz',
    '/_forward/api/v1/x',
  ])('is the only thing served there: %s is unknown', { tags: ['H-5.10'] }, async (url) => {
    const upstream = await upstreamWith({})
    const service = await views(upstream.url)
    expect((await service.inject(url)).statusCode).toBe(404)
    upstream.close()
  })
})
