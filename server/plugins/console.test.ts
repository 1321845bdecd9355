import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../env/env.ts'
import { runtimeConfig } from './config.ts'
import { answerMalformedAddress, isPagePath, readableAddress, registerConsole } from './console.ts'
import { refuseOtherMethods } from './methods.ts'
import { registerProblems } from './problem.ts'
import { registerSecurity } from './security.ts'

const config = { ...runtimeConfig(readEnv({}), 'http://localhost/oidc'), version: "1 </script><!-- $& '" }
let root = ''
let app: FastifyInstance

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'console-'))
  const folder = join(root, 'dist', 'console')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(
    join(folder, 'index.html'),
    '<!-- config --><script nonce="__CSP_NONCE__" src="/assets/main-1.js"></script><style nonce="__CSP_NONCE__"></style>',
  )
  writeFileSync(join(folder, 'sign-in-return.html'), '<script nonce="__CSP_NONCE__" src="/assets/entry-1.js"></script>')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(root, 'package.json'), '{}')
  writeFileSync(join(folder, 'assets', 'main-1.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'main-1.js.br'), 'squeezed')
  app = fastify({ frameworkErrors: answerMalformedAddress })
  registerProblems(app)
  refuseOtherMethods(app)
  app.post('/api/v1/boats/:oid', async () => ({}))
  await registerSecurity(app, { rateLimit: 0, publicUrl: 'http://localhost' })
  await registerConsole(
    app,
    { root },
    { connect: async () => ['https://id.example.org'], frames: ['https://views.example.org'], config: async () => config },
  )
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true, force: true })
})

/** The policy of an answer, directive by directive. */
function policyOf(headers: Record<string, unknown>): Record<string, string[]> {
  const policy = String(headers['content-security-policy'])
  return Object.fromEntries(
    policy
      .split(';')
      .map((part) => part.trim().split(' '))
      .map(([name, ...values]) => [name, values]),
  )
}

describe('a page of the console', () => {
  it.each([
    '/',
    '/index.html',
    '/oid/all',
    '/oid/all/admin/partners',
    '/oid/p/admin/users/edit/a%2Fb',
    '/about',
    '/auth/callback?code=x.y12',
    '/supervisionary',
  ])('is index.html at %s', { tags: ['D-1.2'] }, async (url) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('carries a nonce of its own, which its policy names', async () => {
    const [first, second] = [await app.inject('/'), await app.inject('/')]
    const nonce = /script nonce="([^"]+)"/.exec(first.body)?.[1]
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
    expect(first.body).not.toContain('__CSP_NONCE__')
    expect(first.body).toContain(`<style nonce="${nonce}">`)
    expect(second.body).not.toContain(nonce)
    expect(policyOf(first.headers)).toMatchObject({
      'script-src': ["'self'", `'nonce-${nonce}'`],
      'style-src': ["'self'", `'nonce-${nonce}'`],
    })
  })

  it('has a policy without anything unsafe', async () => {
    const { headers } = await app.inject('/')
    const policy = policyOf(headers)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:(?!\/\/(?:id|views)\.example\.org)/)
    expect(policy).toMatchObject({
      'default-src': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'frame-src': ["'self'", 'https://id.example.org', 'https://views.example.org'],
      'connect-src': ["'self'", 'https://id.example.org', 'https://views.example.org'],
      'form-action': ["'self'", 'https://id.example.org'],
      'frame-ancestors': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['sheet-worker', 'workbook-worker'],
    })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'same-origin',
    })
  })
})

describe('the configuration', () => {
  it('is embedded in every page as data, whatever it contains', async () => {
    const { body } = await app.inject('/oid/all')
    const written = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(written)).toEqual(config)
    expect(body).not.toContain('<!--')
  })
})

describe('the return page from a provider', () => {
  it.each(['/auth/silent?code=1&state=2', '/auth/popup?code=1'])(
    'is a separate page that loads nothing of the application: %s',
    async (url) => {
      const { body, headers } = await app.inject(url)
      expect(body).toMatch(/^<script nonce="[^"_]+" src="\/assets\/entry-1\.js"><\/script>$/)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-security-policy']).toContain('nonce-')
    },
  )
})

describe('a console file', () => {
  it('with a hash in its name is cached for a year and sent as precompressed by the build', { tags: ['D-1.2'] }, async () => {
    const answer = await app.inject({ url: '/assets/main-1.js', headers: { 'accept-encoding': 'br, gzip' } })
    expect(answer.body).toBe('squeezed')
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/javascript/),
    })
    expect(policyOf(answer.headers)).toMatchObject({ 'default-src': ["'none'"], 'script-src': ["'self'"] })
    expect((await app.inject('/assets/main-1.js')).body).toBe('plain')
  })

  it('without a hash is revalidated', async () => {
    expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })
})

describe('an address that cannot be decoded', () => {
  const accept = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  it.each([
    ['/oid/%E0%A4%A', '/oid/%25E0%25A4%25A'],
    ['/oid/p/admin%20users/%zz?q=%zz', '/oid/p/admin%20users/%25zz'],
  ])('redirects a person to a page of the console: %s', async (url, readable) => {
    const answer = await app.inject({ url, headers: accept })
    expect([answer.statusCode, answer.headers['location'], answer.headers['cache-control']]).toEqual([302, readable, 'no-store'])
    expect((await app.inject({ url: readable, headers: accept })).headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it.each(['//evil.example/%zz', '/\\evil.example/%zz', '///\\/evil.example/%zz'])('never redirects to another host: %s', (url) => {
    expect(new URL(readableAddress(url), 'https://console.example').host).toBe('console.example')
  })

  it.each([
    ['a call', { url: '/oid/%zz', headers: { accept: 'application/json' } }],
    ['a call that writes', { method: 'POST', url: '/oid/%zz', headers: accept }],
    ['an address of the service', { url: '/api/v1/%zz', headers: accept }],
  ] as const)('is refused with a problem document where it is %s', async (_name, request) => {
    const answer = await app.inject(request as never)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8'])
  })
})

describe('an address that is neither a page nor a file', () => {
  it.each([
    '/api/v1/nothing',
    '/api',
    '/assets/gone',
    '/assets/main-1.js.br',
    '/assets/',
    '/assets',
    '/config.yaml',
    '/oidc/nothing',
    '/docs/nothing',
    '/supervision/d/1',
    '/../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
  ])('is a 404 problem: %s', async (url) => {
    const answer = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
  })

  it.each([
    ['GET', '/api/v1/boats/1?x=/y', 'POST'],
    ['PUT', '/api/v1/boats/1', 'POST'],
    ['DELETE', '/assets/main-1.js', 'HEAD, GET'],
    ['TRACE', '/auth/silent', 'GET, HEAD'],
    ['GET', '/api/v1/boats/1/2', undefined],
    ['POST', '/oid/all', undefined],
  ] as const)('names the methods of an address that does not answer one: %s %s', async (method, url, allow) => {
    const answer = await app.inject({ method, url } as never)
    expect([answer.statusCode, answer.headers['allow']]).toEqual([allow === undefined ? 404 : 405, allow])
    expect(answer.headers).toHaveProperty('content-security-policy')
  })

  it('never shadows a page of the application with a prefix', () => {
    expect(isPagePath('/oid/x/supervision/d/1')).toBe(true)
    expect(isPagePath('/supervision')).toBe(false)
    expect(isPagePath('/apis')).toBe(true)
  })
})
