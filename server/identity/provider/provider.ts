import { readFileSync } from 'node:fs'
import Provider from 'oidc-provider'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import type { Problem } from '../../../schemas/plan.ts'
import type { Database } from '../../db/database.ts'
import { databaseRefusal, type DatabaseRefusal } from '../../plugins/database-refusal.ts'
import { HttpProblem, notFound, PROBLEM_TYPE, problemBody } from '../../plugins/problem.ts'
import { acceptForms } from '../../plugins/forms.ts'
import { registerPages } from '../../plugins/security.ts'
import { staticContent } from '../../plugins/static-content.ts'
import { adapterFor } from './adapter.ts'
import { SCRIPT, STYLE, typefaceFile } from '../pages/assets.ts'
import { providerConfiguration } from './configuration.ts'
import { findAccount } from '../accounts/credentials.ts'
import { registerInvitationPage } from '../pages/invitation-routes.ts'
import { providerKeys } from './keys.ts'
import { identityPages } from '../pages/provider-pages.ts'
import { registerPasswordPage } from '../pages/password-routes.ts'
import { registerSignIn } from '../pages/sign-in-routes.ts'
import { loadTexts } from '../pages/texts.ts'

type Middleware = Parameters<Provider['use']>[0]

/** Options of the embedded provider. */
export interface EmbeddedProviderOptions {
  db: Database
  /** Name of the provider in its tokens: where it lives below the public address. */
  issuer: string
  /** Folder that holds `locales`. */
  root: string
  publicUrl: string
  clientId: string
  audience: string
  /** Mail addresses that the sign-in page lists; empty outside the demo world. */
  demoMails: readonly string[]
}

/** An OpenID provider inside the service, under `/oidc`, with pages of our own; answers the public keys of its tokens. */
export async function registerEmbeddedProvider(app: FastifyInstance, options: EmbeddedProviderOptions): Promise<JWTVerifyGetKey> {
  const { db, publicUrl, issuer } = options
  const { jwks, cookieKeys } = await providerKeys(db)
  const texts = loadTexts(options.root)
  const provider = new Provider(
    issuer,
    providerConfiguration({
      ...options,
      jwks,
      cookieKeys,
      adapter: adapterFor(db),
      findAccount: (oid) => findAccount(db, oid),
      pages: identityPages(texts, publicUrl),
    }),
  )
  provider.proxy = true
  provider.on('server_error', (_ctx, error) => app.log.error({ err: error }, 'the identity provider failed'))

  await app.register(async (pages) => {
    await registerPages(pages)
    acceptForms(pages)
    const parts = { db, provider, texts, publicUrl, demoMails: options.demoMails }
    registerSignIn(pages, parts)
    registerPasswordPage(pages, parts)
    registerInvitationPage(pages, parts)
  })
  await app.register(async (scope) => {
    registerAssets(scope)
    await registerPages(scope)
    registerProtocol(scope, provider, publicUrl)
  })
  const publicKeys = jwks.keys.map(({ kty, crv, x, y, kid, alg, use }) => ({ kty, crv, x, y, kid, alg, use }))
  return createLocalJWKSet({ keys: publicKeys } as Parameters<typeof createLocalJWKSet>[0])
}

function registerAssets(scope: FastifyInstance): void {
  const typeface = readFileSync(typefaceFile())
  scope.get('/oidc/assets/inter.woff2', (_request, reply) =>
    reply.type('font/woff2').header('cache-control', 'public, max-age=31536000, immutable').send(typeface),
  )
  const [style, script] = [staticContent(STYLE), staticContent(SCRIPT)]
  scope.get('/oidc/assets/identity.css', (request, reply) =>
    style(request, reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600')),
  )
  scope.get('/oidc/assets/identity.js', (request, reply) =>
    script(request, reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600')),
  )
}

function answerFailure(context: Parameters<Middleware>[0], { status, detail, headers }: DatabaseRefusal): void {
  context.set(headers)
  context.body = JSON.stringify(problemBody(new HttpProblem(status, detail), String(context.res.getHeader('x-request-id') ?? '')))
  context.status = status
  context.type = PROBLEM_TYPE
}

/** Everything else below `/oidc` is the library's: it gets the bare request, its body unread, and writes the answer itself. */
function registerProtocol(scope: FastifyInstance, provider: Provider, publicUrl: string): void {
  const refusals = new WeakMap<object, Problem>()
  const failures = new WeakMap<object, DatabaseRefusal>()
  provider.on('server_error', (context, error) => {
    const failure = databaseRefusal(error)
    if (failure !== undefined) failures.set(context.req, failure)
  })
  provider.use(async (context, next) => {
    await next()
    const failure = failures.get(context.req)
    // People who are signing in are led back with the error; programs get a Retry-After header.
    if (failure !== undefined && !context.path.startsWith('/auth')) return void answerFailure(context, failure)
    const refusal = refusals.get(context.req)
    if (context.status !== 404 || refusal === undefined || context.body) return
    context.body = JSON.stringify(refusal)
    context.status = 404
    context.type = PROBLEM_TYPE
  })
  const handle = provider.callback()
  const { host, protocol } = new URL(publicUrl)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: '/oidc/*',
    handler: async (request, reply) => {
      const { raw } = request
      refusals.set(raw, problemBody(notFound(request), request.id))
      // Addresses in its answers are made from the request: they must be ours, whatever a proxy or a stranger says.
      raw.headers.host = host
      raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
      delete raw.headers['x-forwarded-host']
      // The library finds its mount point by comparing the two addresses.
      const originalUrl = raw.url ?? ''
      raw.url = originalUrl.replace(/^\/oidc/, '')
      Object.assign(raw, { originalUrl })
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
      reply.hijack()
      await handle(raw, reply.raw)
    },
  })
}
