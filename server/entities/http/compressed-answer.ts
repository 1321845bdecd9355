import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const pack = promisify(gzip)

/** Serializes the answer as JSON and compresses it if the caller accepts gzip; for large, repetitive answers. */
export async function compressedAnswer(request: FastifyRequest, reply: FastifyReply, answer: unknown): Promise<string | Buffer> {
  const text = JSON.stringify(answer)
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (!/\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')) return text
  reply.header('content-encoding', 'gzip')
  return pack(text)
}
