import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Env } from '../env.ts'
import { HttpProblem } from './problem.ts'

/** Bytes of a body that any call accepts. */
export const BODY_LIMIT = 1024 * 1024
/** Bytes of a plan: a spreadsheet of 100,000 rows fits. */
export const PLAN_BODY_LIMIT = 64 * 1024 * 1024

/** Lists and objects within each other that a body may hold; the deepest record needs a third of it. */
const BODY_DEPTH_LIMIT = 64

/** Sign-in attempts that one address may make in a minute. */
export const SIGN_IN_RATE_LIMIT = { max: 120, timeWindow: 60_000 }

const PLAN_ROUTE = '/api/v1/plans'
const UNLIMITED = new Set(['/healthz', '/metrics'])

/** Headers of answers that are data: nothing in them may run, be framed or be guessed at. */
export const DATA_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
}

declare module 'fastify' {
  interface FastifyReply {
    /** Nonce of a page's scripts and styles; set by `registerPages` scopes only. */
    pageNonce: string
  }
}

/** Body limits, rate limits, request ids and the headers of data answers, for every route of the service. */
export async function registerSecurity(app: FastifyInstance, env: Pick<Env, 'rateLimit' | 'publicUrl'>): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.url === PLAN_ROUTE) route.bodyLimit = PLAN_BODY_LIMIT
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(DATA_HEADERS)
    reply.header('x-request-id', request.id)
    if (env.publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    done(
      isDeeper(request.body, BODY_DEPTH_LIMIT) ? new HttpProblem(400, `The body nests deeper than ${BODY_DEPTH_LIMIT} levels.`) : undefined,
    )
  })
  await app.register(rateLimit, {
    global: env.rateLimit > 0,
    max: env.rateLimit,
    timeWindow: 60_000,
    hook: 'onRequest',
    keyGenerator: callerKey,
    allowList: (request) => UNLIMITED.has(request.url),
    errorResponseBuilder: (_request, context) =>
      new HttpProblem(
        429,
        `Too many requests: at most ${context.max} in ${context.after === '1 minute' ? 'a minute' : 'this time'}. Try again in ${Math.ceil(context.ttl / 1000)} s.`,
      ),
  })
}

/**
 * Opens a scope whose answers are pages: the strict policy with a fresh nonce in `reply.pageNonce` for each.
 * `connect` names other origins that the page may call and frame (an external identity provider).
 */
export async function registerPages(scope: FastifyInstance, options: { connect?: string[] } = {}): Promise<void> {
  await scope.register(helmet, { global: false })
  scope.decorateReply('pageNonce', '')
  scope.addHook('onRequest', (_request, reply, done) => {
    securePage(reply, options.connect ?? [])
    done()
  })
}

function securePage(reply: FastifyReply, connect: string[]): void {
  const nonce = randomBytes(16).toString('base64')
  reply.pageNonce = nonce
  for (const name of Object.keys(DATA_HEADERS)) reply.removeHeader(name)
  reply.header('permissions-policy', DATA_HEADERS['permissions-policy'])
  void reply.helmet({
    contentSecurityPolicy: { useDefaults: false, directives: pageDirectives(nonce, connect) },
    crossOriginOpenerPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'sameorigin' },
  })
}

/** The policy of a page. No inline script or style, no code from text, and no script address that a policy of ours did not make. */
export function pageDirectives(nonce: string, connect: string[]): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connect],
    'frame-src': ["'self'", ...connect],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", ...connect],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['sheet-worker'],
  }
}

/** Whoever walks a body later may do so by recursion. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const name in value) if (isDeeper((value as Record<string, unknown>)[name], levels - 1)) return true
  return false
}

/** One caller: the token's signature where there is one, else the address. */
function callerKey(request: FastifyRequest): string {
  const token = request.headers.authorization
  return token && token.length > 60 ? `${request.ip} ${token.slice(-40)}` : request.ip
}
