import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashOf, isTokenSecret, isWellFormed } from '../api-tokens/secret.ts'
import type { Env } from '../env/env.ts'
import type { RateCounts } from '../rate-limits/rate-counts.ts'
import { rateStore } from '../rate-limits/rate-store.ts'
import { readJsonInSlices } from './json-body.ts'
import { HttpProblem } from './problem.ts'

/** Default body limit, in bytes. */
export const BODY_LIMIT = 1024 * 1024
/** Body limit of a plan, in bytes; fits a spreadsheet of 100,000 rows. */
export const PLAN_BODY_LIMIT = 64 * 1024 * 1024

/** Sign-in attempts per address and minute. */
export const SIGN_IN_RATE_LIMIT = { max: 120, timeWindow: 60_000 }

const PLAN_ROUTE = '/api/v1/plans'
const UNLIMITED = new Set(['/healthz', '/readyz', '/metrics'])

/** Headers of data responses: no scripts, no framing, no content sniffing. */
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

/** Applies body limits, rate limits, request ids and `DATA_HEADERS` to every route. Without `counts` this copy counts calls for itself. */
export async function registerSecurity(
  app: FastifyInstance,
  env: Pick<Env, 'rateLimit' | 'publicUrl'> & Partial<Pick<Env, 'tokenRateLimit'>>,
  counts?: RateCounts,
): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.url === PLAN_ROUTE) route.bodyLimit = PLAN_BODY_LIMIT
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(DATA_HEADERS)
    reply.header('x-request-id', request.id)
    if (env.publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  })
  readJsonInSlices(app)
  const { rateLimit: ofCaller, tokenRateLimit: ofToken = ofCaller } = env
  const limitOf = (request: FastifyRequest): number => (apiTokenOf(request) === undefined ? ofCaller : ofToken) || Number.MAX_SAFE_INTEGER
  await app.register(rateLimit, {
    global: ofCaller > 0 || ofToken > 0,
    max: limitOf,
    timeWindow: 60_000,
    hook: 'onRequest',
    ...(counts && { store: rateStore(counts) }),
    keyGenerator: callerKey,
    allowList: (request) => UNLIMITED.has(request.url),
    errorResponseBuilder: (_request, context) =>
      new HttpProblem(
        429,
        `Too many requests: at most ${context.max} in ${context.after === '1 minute' ? 'a minute' : 'this time'}. Try again in ${Math.ceil(context.ttl / 1000)} s.`,
      ),
  })
}

/** Further origins that a page may access. */
export interface PageOrigins {
  /** `connect-src`, `frame-src` and `form-action`: origins of an external identity provider, determined per page. */
  connect?: () => Promise<string[]>
  /** `connect-src` and `frame-src`: views of other services. */
  frames?: string[]
}

/** Builds a page's Content-Security-Policy for the nonce of one response. */
type Directives = (nonce: string) => Record<string, string[]> | Promise<Record<string, string[]>>

/** Makes the scope serve pages: each response has a strict policy with a fresh nonce (`reply.pageNonce`). */
export async function registerPages(scope: FastifyInstance, origins: PageOrigins = {}): Promise<void> {
  await registerPolicy(scope, (nonce) => pageDirectives(nonce, origins), 'same-origin')
}

/**
 * Makes the scope serve pages with an opaque origin, framed or not, so that their scripts cannot access the console. `allows`: sandbox
 * tokens, never `allow-same-origin`; `connect`: the script may request data from this service. There is no `Cross-Origin-Opener-Policy`,
 * because browsers refuse it on sandboxed pages.
 */
export async function registerSandboxedPages(
  scope: FastifyInstance,
  { allows, connect = false }: { allows: readonly string[]; connect?: boolean },
): Promise<void> {
  await registerPolicy(scope, (nonce) => sandboxedDirectives(nonce, { allows, connect }), 'no-referrer')
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.header('cross-origin-resource-policy', 'same-origin')
    done()
  })
}

function sandboxedDirectives(
  nonce: string,
  { allows, connect }: { allows: readonly string[]; connect: boolean },
): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': [allows.includes('allow-scripts') ? `'nonce-${nonce}'` : "'none'"],
    'style-src': ["'self'"],
    'img-src': ['data:'],
    'font-src': ["'self'"],
    'connect-src': [connect ? "'self'" : "'none'"],
    'form-action': [allows.includes('allow-forms') ? "'self'" : "'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'self'"],
    sandbox: [...allows],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  }
}

/** Headers of public files that only pages with an opaque origin load. */
export const SANDBOXED_ASSET_HEADERS = { 'access-control-allow-origin': 'null', 'cross-origin-resource-policy': 'cross-origin' }

async function registerPolicy(scope: FastifyInstance, directives: Directives, referrer: 'same-origin' | 'no-referrer'): Promise<void> {
  await scope.register(helmet, { global: false })
  scope.decorateReply('pageNonce', '')
  scope.addHook('onRequest', async (_request, reply) => {
    reply.pageNonce = randomBytes(16).toString('base64')
    for (const name of Object.keys(DATA_HEADERS)) reply.removeHeader(name)
    reply.header('permissions-policy', DATA_HEADERS['permissions-policy'])
    void reply.helmet({
      contentSecurityPolicy: { useDefaults: false, directives: await directives(reply.pageNonce) },
      crossOriginOpenerPolicy: false,
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: referrer },
      strictTransportSecurity: false,
      xFrameOptions: { action: 'sameorigin' },
    })
  })
}

/** A page's policy: no inline script or style, no `eval`, and script URLs only through our own Trusted Types policies. */
async function pageDirectives(nonce: string, origins: PageOrigins): Promise<Record<string, string[]>> {
  const { frames = [] } = origins
  const connect = (await origins.connect?.()) ?? []
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...connect, ...frames],
    'frame-src': ["'self'", ...connect, ...frames],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'", ...connect],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'self'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['sheet-worker', 'workbook-worker'],
  }
}

/** Rate-limit key of a caller: an API token wherever it is used, the signature of another token, or else the address. */
function callerKey(request: FastifyRequest): string {
  const apiToken = apiTokenOf(request)
  if (apiToken !== undefined) return `API token ${hashOf(apiToken)}`
  const token = request.headers.authorization
  return token && token.length > 60 ? `${request.ip} ${token.slice(-40)}` : request.ip
}

/** A well-formed API token; others count by their address. */
function apiTokenOf({ headers }: FastifyRequest): string | undefined {
  const token = headers.authorization?.slice('Bearer '.length)
  return token !== undefined && isTokenSecret(token) && isWellFormed(token) ? token : undefined
}
