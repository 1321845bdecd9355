import Fastify from 'fastify'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressedAnswer } from './compressed-answer.ts'

const answer = { cells: '0'.repeat(250_000) }

it('compresses repetitive responses only for clients that accept it', async () => {
  const app = Fastify()
  app.get('/', (request, reply) => compressedAnswer(request, reply, answer))
  const packed = await app.inject({ url: '/', headers: { 'accept-encoding': 'br, gzip' } })
  expect([packed.headers['content-type'], packed.headers['content-encoding'], packed.headers['vary']]).toEqual([
    'application/json; charset=utf-8',
    'gzip',
    'accept-encoding',
  ])
  expect(packed.rawPayload.length).toBeLessThan(2000)
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(answer)
  const plain = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  expect([plain.headers['content-encoding'], plain.json()]).toEqual([undefined, answer])
})
