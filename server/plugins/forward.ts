import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Env } from '../env/env.ts'
import { BASES, BASES_WITH_VIEWS, type Base } from '../env/upstreams.ts'
import { BASE_PATHS, FORWARD_PREFIX } from './config.ts'
import { HttpProblem, sendProblem } from './problem.ts'
import { tracedHeaders } from '../tracing/trace-requests.ts'
import { DATA_HEADERS } from './security.ts'

/** Media types that browsers neither execute nor render. Without a type, `nosniff` prevents guessing. */
const DATA_TYPES = /^(?:application\/(?:json|octet-stream|[\w.-]+\+json)|text\/(?:csv|plain))\s*(?:;|$)/i

/** Headers that an upstream may set; others (cookies, policies, reports) would apply to the console's origin. */
const DATA_ANSWER_HEADERS = new Set(
  `accept-ranges allow cache-control content-disposition content-encoding content-language content-length content-range content-type date
  etag expires last-modified location retry-after vary x-request-id`.split(/\s+/),
)

/** CORS headers for the console's calls to the origin of views. */
const CONSOLE_CALLS = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, traceparent, x-overlay-oid',
  'access-control-max-age': '600',
}

type ForwardEnv = Pick<Env, 'upstreams' | 'views'>
/** The upstream's answer at runtime; the library's type declares only the stream. */
interface UpstreamAnswer {
  headers: UpstreamHeaders
  statusCode: number
  stream: Readable
}

type UpstreamHeaders = Record<string, string | string[] | undefined>

/** Moves a call of a forwarded base path to its forwarding route; every other address stays as it is. */
export function forwardingRewrite(env: Pick<Env, 'upstreams'>): (url: string) => string {
  const prefixes = BASES.filter((base) => env.upstreams[base]).map((base) => BASE_PATHS[base])
  if (prefixes.length === 0) return (url) => url
  return (url) => (prefixes.some((prefix) => isBelow(url, prefix)) ? FORWARD_PREFIX + url : url)
}

/**
 * Forwards the base paths that have an upstream address to it, instead of answering them here: data only, because a page or script of
 * another service would act as the console. The upstream sees the caller's bearer token, but no cookie of this origin.
 */
export async function registerForwards(app: FastifyInstance, env: ForwardEnv): Promise<void> {
  for (const base of BASES) {
    const upstream = env.upstreams[base]
    if (!upstream) continue
    const path = BASE_PATHS[base]
    const proxy = await loadProxy()
    await app.register(async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => {
        reply.header('content-security-policy', `${DATA_HEADERS['content-security-policy']}; sandbox`)
      })
      // The proxy streams bodies and brings its own parser.
      scope.removeContentTypeParser('application/json')
      await scope.register(proxy, {
        ...targetOf(upstream, path),
        prefix: FORWARD_PREFIX + path,
        // Repeating is the caller's (S0 section 7).
        retryMethods: [],
        replyOptions: {
          rewriteRequestHeaders: (request, { cookie: _cookie, ...headers }) => ({ ...headers, ...tracedHeaders(request) }),
          rewriteHeaders: (headers) =>
            isData(headers) ? Object.fromEntries(Object.entries(headers).filter(([name]) => DATA_ANSWER_HEADERS.has(name))) : {},
          // See `UpstreamAnswer`.
          onResponse: (_request, reply, answer) => pass(reply as FastifyReply, answer as unknown as UpstreamAnswer, { base, env }),
          onError: (reply, { error }) => refuse(reply as FastifyReply, error, path),
        },
      })
    })
  }
}

/** Forwards the bases whose upstreams serve pages, on the origin of views: to frames of the console, and to its windows. */
export async function registerViewForwards(app: FastifyInstance, env: ForwardEnv & Pick<Env, 'publicUrl'>): Promise<void> {
  const consoleOrigin = new URL(env.publicUrl).origin
  const framing = `frame-ancestors 'self' ${consoleOrigin}`
  for (const base of BASES_WITH_VIEWS) {
    const upstream = env.upstreams[base]
    if (!upstream) continue
    const path = BASE_PATHS[base]
    const proxy = await loadProxy()
    await app.register(async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        for (const name of Object.keys(DATA_HEADERS)) reply.removeHeader(name)
        reply.headers({
          'content-security-policy': framing,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'same-origin',
          vary: 'Origin',
        })
        if (request.headers.origin !== consoleOrigin) return
        reply.headers({ 'access-control-allow-origin': consoleOrigin, 'access-control-allow-credentials': 'true' })
        if (request.method === 'OPTIONS') return reply.code(204).headers(CONSOLE_CALLS).send()
      })
      // The proxy streams bodies and brings its own parser.
      scope.removeContentTypeParser('application/json')
      await scope.register(proxy, {
        ...targetOf(upstream, path),
        prefix: path,
        replyOptions: {
          rewriteHeaders: (headers, request) => viewHeaders(headers, { framing, isOfConsole: request?.headers.origin === consoleOrigin }),
          onError: (reply, { error }) => refuse(reply as FastifyReply, error, path),
        },
      })
    })
  }
}

/** Loaded only where something is forwarded: it brings an HTTP client of its own. */
const loadProxy = async () => (await import('@fastify/http-proxy')).default

function targetOf(upstream: string, path: string): { upstream: string; rewritePrefix: string } {
  const { origin, pathname } = new URL(upstream)
  return { upstream: origin, rewritePrefix: pathname === '/' ? path : pathname }
}

/** Keeps the upstream's policies, but replaces framing and CORS by those of this installation. */
function viewHeaders(headers: UpstreamHeaders, { framing, isOfConsole }: { framing: string; isOfConsole: boolean }): UpstreamHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => name !== 'x-frame-options' && !(isOfConsole && name.startsWith('access-control-')),
  )
  const policies = String(headers['content-security-policy'] ?? '')
    .split(',')
    .map((policy) => policy.replace(/(?:^|;)\s*frame-ancestors\b[^;]*/gi, ''))
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.replace(/;\s*domain=[^;]*/gi, ''))
  return {
    ...Object.fromEntries(kept),
    'content-security-policy': [...policies.filter((policy) => policy.trim() !== ''), framing].join(', '),
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  }
}

/** Data goes on to the caller; anything else is refused. A refusal of the upstream keeps its status. */
function pass(
  reply: FastifyReply,
  { headers, statusCode, stream }: UpstreamAnswer,
  { base, env }: { base: Base; env: ForwardEnv },
): FastifyReply {
  if (isData(headers)) return reply.send(stream)
  stream.resume()
  const pages = env.views !== undefined && BASES_WITH_VIEWS.some((one) => one === base) ? `; its pages are at ${env.views.url}` : ''
  const sentence = `The service behind ${BASE_PATHS[base]} answered with something else than data, which has no place at this address${pages}.`
  return sendProblem(new HttpProblem(statusCode >= 400 ? statusCode : 502, sentence), reply.request, reply)
}

function isData(headers: UpstreamHeaders): boolean {
  const type = headers['content-type']
  return type === undefined || DATA_TYPES.test(String(type))
}

function refuse(reply: FastifyReply, error: Error, path: string): void {
  reply.request.log.warn({ err: error }, 'the upstream does not answer')
  sendProblem(new HttpProblem(502, `The service behind ${path} does not answer.`), reply.request, reply)
}

function isBelow(url: string, prefix: string): boolean {
  return url.startsWith(prefix) && (url.length === prefix.length || '/?'.includes(url.charAt(prefix.length)))
}
