import { fastify, type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Registry } from 'prom-client'
import type { Env } from './env/env.ts'
import { createPageMetadata, createProviderOrigins } from './identity/tokens/provider-metadata.ts'
import { RequestLog, requestIdOf } from './log.ts'
import { cancelWork } from './plugins/cancel-work.ts'
import { registerConfig, runtimeConfig } from './plugins/config.ts'
import { answerMalformedAddress, registerConsole } from './plugins/console.ts'
import { forwardingRewrite, registerForwards, registerViewForwards } from './plugins/forward.ts'
import { registerHealth, type Readiness } from './plugins/health.ts'
import { registerMetrics } from './plugins/metrics.ts'
import { refuseOtherMethods } from './plugins/methods.ts'
import { answerError, refuseBrokenRequest, registerProblems } from './plugins/problem.ts'
import type { RateCounts } from './rate-limits/rate-counts.ts'
import { traceRequests } from './tracing/trace-requests.ts'
import { readTls } from './tls/tls-files.ts'
import { BODY_LIMIT, registerSecurity } from './plugins/security.ts'

/** What the service is put together from. */
export interface AppParts extends Readiness {
  env: Env
  log: FastifyBaseLogger
  /** Metrics of whatever else runs beside the application, which it serves with its own. */
  registry?: Registry
  /** Address of the identity provider, as the tokens name it. */
  issuer: string
  /** Routes that need people and records. */
  routes: (app: FastifyInstance) => Promise<void>
  /** Counts calls over all copies of the service. @default this copy counts for itself */
  rateCounts?: RateCounts | undefined
  /** Aborts when calls that are still under way are to be cut off. @default never */
  ending?: AbortSignal
}

const REQUEST_TIMEOUT_MS = 120_000
const CLOSE_IDLE_EVERY_MS = 50
const MAX_PARAM_LENGTH = 512

/** The whole service as one Fastify instance, not yet listening. */
export async function buildApp({
  env,
  log,
  registry,
  issuer,
  routes,
  rateCounts,
  ending,
  ...readiness
}: AppParts): Promise<FastifyInstance> {
  const rewrite = forwardingRewrite(env)
  const app: FastifyInstance = fastify({
    ...serverOptions({ env, log }),
    frameworkErrors: answerMalformedAddress,
    rewriteUrl: (request) => rewrite(request.url ?? '/'),
  })
  closeIdleWhileEnding(app)
  closeWhileDraining(app, readiness)
  refuseOtherMethods(app)
  registerProblems(app)
  traceRequests(app)
  cancelWork(app, ending)
  await registerSecurity(app, env, rateCounts)
  registerMetrics(app, registry)
  registerHealth(app, readiness)
  registerConfig(app, env, issuer)
  await registerForwards(app, env)
  // Whoever begins anew after a failure leaves nothing running behind.
  await routes(app).catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  const metadata = createPageMetadata(issuer, env.oidc.issuer === undefined)
  await registerConsole(app, env, {
    connect: createProviderOrigins(issuer, env.publicUrl, metadata),
    frames: env.views ? [env.views.url] : [],
    config: async () => runtimeConfig(env, issuer, await metadata()),
  })
  return app
}

/** What listens on the origin of views, not yet listening: pages of upstreams and nothing of our own, neither console nor sign-in. */
export async function buildViewsApp({ env, log }: Pick<AppParts, 'env' | 'log'>): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify(serverOptions({ env, log }))
  closeIdleWhileEnding(app)
  registerProblems(app)
  await registerSecurity(app, env)
  await registerViewForwards(app, env)
  return app
}

function serverOptions({ env, log }: Pick<AppParts, 'env' | 'log'>): FastifyServerOptions {
  const options: FastifyServerOptions = {
    loggerInstance: log,
    logController: new RequestLog(),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: env.trustedProxies.length > 0 && env.trustedProxies,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: answerError,
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, requestIdOf({ headers: {} })),
  }
  return env.tls ? Object.assign(options, { https: readTls(env.tls) }) : options
}

/** While this copy drains, each answer closes its connection: the next call goes to another copy. */
function closeWhileDraining(app: FastifyInstance, { isDraining = () => false }: Readiness): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
}

/** A connection that is busy when the service ends is closed after its answer, not after its keep-alive time. */
function closeIdleWhileEnding(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
    timer.unref()
    done()
  })
}
