import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey, JWTPayload } from 'jose'
import { buildApp, buildViewsApp, type AppParts } from '../../../server/app.ts'
import type { Database } from '../../../server/db/database.ts'
import { readEnv } from '../../../server/env/env.ts'
import { createLog } from '../../../server/log.ts'
import { registerRoutes } from '../../../server/routes.ts'

/** A route as it was registered. */
export interface KnownRoute {
  method: string
  url: string
  /** Query parameters that the route reads. */
  parameters: readonly string[]
}

/** The whole service on a test database: every route, limit and header, with tokens from its own identity provider. */
export interface WholeService {
  app: FastifyInstance
  /** The server for the origin of views. */
  views: FastifyInstance
  /** Every route, in the order of registration. */
  routes: readonly KnownRoute[]
  /** Routes that require a signed-in caller. */
  guarded: readonly KnownRoute[]
  /** Log lines of the service. */
  log: readonly string[]
  /** An access token of a person; the options make it an invalid one. */
  token(mail: string, options?: TokenOptions): Promise<string>
  close(): Promise<void>
}

/** Routes that need no token: addresses that end mails, documentation, views opened by a ticket, and windows opened by a cookie. */
const OPEN = [
  /^\/notifications\/unsubscribe\//,
  /^\/openapi\.json$/,
  /^\/docs/,
  /^\/livemon\/v1\/(?:assets|:overlay\/view)\//,
  /^\/(?:supervision|salsa|cloud-security|api\/reporting\/v1)\/(?:assets\/|overlays\/:overlay\/(?!context$))/,
  /^\/supervision\/alerting-config\/:sdc\/$/,
]

/** How a token differs from a valid one. */
export interface TokenOptions {
  claims?: JWTPayload
  signingKey?: CryptoKey
  lifetime?: string
}

/** Builds the service on a database; `env` overrides its configuration. */
export async function wholeService(
  database: Database,
  env: Record<string, string> = {},
  parts: Pick<AppParts, 'rateCounts' | 'ending' | 'registry'> = {},
): Promise<WholeService> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
  const provider = createServer(({ url }, response) => {
    response.end(JSON.stringify(url === '/jwks' ? { keys: [key] } : { issuer, jwks_uri: `${issuer}/jwks` }))
  })
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const checked = readEnv({ LOG_LEVEL: 'warn', OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'console', RATE_LIMIT: '0', ...env }, [])
  const routes: KnownRoute[] = []
  const log: string[] = []
  const logger = createLog(checked, { write: (line: string) => void log.push(line) })
  const views = await buildViewsApp({ env: checked, log: logger })
  const app = await buildApp({
    env: checked,
    log: logger,
    ping: () => database.ping(),
    ...parts,
    issuer,
    routes: async (instance) => {
      await instance.register(async (scope) => {
        scope.addHook('onRoute', ({ method, url, config }) => {
          for (const one of [method].flat()) routes.push({ method: one, url, parameters: config?.parameters ?? [] })
        })
        await registerRoutes(scope, { env: checked, database })
      })
    },
  })
  return {
    app,
    views,
    log,
    routes,
    guarded: routes.filter(({ url }) => !OPEN.some((open) => open.test(url))),
    token: (mail, { claims, signingKey = privateKey, lifetime = '10m' } = {}) =>
      new SignJWT({ sub: mail, email: mail, email_verified: true, iss: issuer, aud: 'console', ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
        .setIssuedAt(Math.floor(Date.now() / 1000) - 3600)
        .setExpirationTime(lifetime)
        .sign(signingKey),
    async close() {
      await Promise.all([app.close(), views.close()])
      await new Promise((done) => provider.close(done))
    },
  }
}
