import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerFiles, staticContent } from './static-content.ts'

const LONG = 'one line of many\n'.repeat(200)

describe('immutable content', () => {
  const app = fastify()
  const [long, short] = [staticContent(LONG), staticContent('short')]
  app.get('/long', (request, reply) => long(request, reply.type('text/css')))
  app.get('/short', (request, reply) => short(request, reply.type('text/css')))

  it.each([
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip; q=0', undefined],
    ['identity', undefined],
    [undefined, undefined],
  ])('is sent to a client that accepts %s as %s', async (accepted, encoding) => {
    const { headers, rawPayload } = await app.inject({
      url: '/long',
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    })
    expect([headers['content-encoding'], headers['vary'], headers['content-type']]).toEqual([encoding, 'accept-encoding', 'text/css'])
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes)
    expect(unpack(rawPayload).toString()).toBe(LONG)
  })

  it('is sent uncompressed if compression gains nothing', async () => {
    const { headers, body } = await app.inject({ url: '/short', headers: { 'accept-encoding': 'br' } })
    expect([headers['content-encoding'], body]).toEqual([undefined, 'short'])
  })
})

describe('a folder of static files', () => {
  let root = ''
  let app: FastifyInstance
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'files-'))
    mkdirSync(join(root, 'en'))
    for (const name of ['index.html', 'en/index.html']) {
      writeFileSync(join(root, name), `plain ${name}`)
      writeFileSync(join(root, `${name}.br`), `squeezed ${name}`)
    }
    writeFileSync(join(root, 'mark.svg'), '<svg/>')
    app = fastify()
    await registerFiles(app, {
      root,
      prefix: '/docs/',
      redirect: true,
      keep: (path) => (path.endsWith('.html') ? 'no-cache' : 'public, max-age=60'),
    })
  })
  afterAll(async () => {
    await app.close()
    rmSync(root, { recursive: true, force: true })
  })

  it.each([
    ['/docs/', 'index.html'],
    ['/docs/en/', 'en/index.html'],
    ['/docs/en/index.html', 'en/index.html'],
  ])('is sent precompressed, with the content type and caching of the original: %s', async (url, name) => {
    const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(body).toBe(`squeezed ${name}`)
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringMatching(/^text\/html/),
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    })
    expect((await app.inject(url)).body).toBe(`plain ${name}`)
  })

  it('sends files without a compressed version as they are', async () => {
    const { headers, body } = await app.inject({ url: '/docs/mark.svg', headers: { 'accept-encoding': 'gzip, br' } })
    expect([body, headers['content-encoding'], headers['cache-control']]).toEqual(['<svg/>', undefined, 'public, max-age=60'])
  })

  it('redirects to a folder with a trailing slash, and does not serve compressed versions by name', async () => {
    const headers = { 'accept-encoding': 'br' }
    expect((await app.inject({ url: '/docs/en', headers })).headers['location']).toBe('/docs/en/')
    expect((await app.inject({ url: '/docs/index.html.br', headers })).statusCode).toBe(404)
  })
})
