import proxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { BASES, type Env } from '../env.ts'
import { BASE_PATHS } from './config.ts'
import { HttpProblem, sendProblem } from './problem.ts'
import { DATA_HEADERS } from './security.ts'

/** Inner address of forwarded calls: out of the way of the routes that would answer them here. */
const FORWARD_PREFIX = '/_forward'

/** Moves a call of a forwarded base path to its forwarding route; every other address stays as it is. */
export function forwardingRewrite(env: Pick<Env, 'upstreams'>): (url: string) => string {
  const prefixes = BASES.filter((base) => env.upstreams[base]).map((base) => BASE_PATHS[base])
  if (prefixes.length === 0) return (url) => url
  return (url) => (prefixes.some((prefix) => isBelow(url, prefix)) ? FORWARD_PREFIX + url : url)
}

/**
 * Forwards the base paths that have an upstream address to it, instead of answering them here.
 * The upstream sees the caller's bearer token; an upstream that does not answer is a 502 problem.
 */
export async function registerForwards(app: FastifyInstance, env: Pick<Env, 'upstreams'>): Promise<void> {
  for (const base of BASES) {
    const upstream = env.upstreams[base]
    if (!upstream) continue
    const path = BASE_PATHS[base]
    const target = new URL(upstream)
    await app.register(async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => letEmbed(reply))
      await scope.register(proxy, {
        upstream: target.origin,
        prefix: FORWARD_PREFIX + path,
        rewritePrefix: target.pathname === '/' ? path : target.pathname,
        replyOptions: {
          onError: (reply, { error }) => refuse(reply as FastifyReply, error, path),
        },
      })
    })
  }
}

/** What comes from an upstream may be a view that the console embeds; headers that the upstream sends itself replace these. */
function letEmbed(reply: FastifyReply): void {
  for (const name of Object.keys(DATA_HEADERS)) reply.removeHeader(name)
  reply.headers({
    'content-security-policy': "frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  })
}

function refuse(reply: FastifyReply, error: Error, path: string): void {
  reply.request.log.warn({ err: error }, 'the upstream does not answer')
  sendProblem(new HttpProblem(502, `The service behind ${path} does not answer.`), reply.request, reply)
}

function isBelow(url: string, prefix: string): boolean {
  return url.startsWith(prefix) && (url.length === prefix.length || '/?'.includes(url.charAt(prefix.length)))
}
