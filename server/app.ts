import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Env } from './env.ts'
import { RequestLog } from './log.ts'
import { registerConfig } from './plugins/config.ts'
import { registerConsole } from './plugins/console.ts'
import { forwardingRewrite, registerForwards } from './plugins/forward.ts'
import { registerHealth, type Patient } from './plugins/health.ts'
import { registerMetrics } from './plugins/metrics.ts'
import { watchMethods } from './plugins/methods.ts'
import { answerError, refuseBrokenRequest, registerProblems } from './plugins/problem.ts'
import { BODY_LIMIT, registerSecurity } from './plugins/security.ts'
import { requestIdOf } from './request-id.ts'

/** What the service is put together from. */
export interface AppParts extends Patient {
  env: Env
  log: FastifyBaseLogger
  /** Address of the identity provider, as the tokens name it. */
  issuer: string
  /** Routes that need people and records. */
  routes: (app: FastifyInstance) => Promise<void>
}

const REQUEST_TIMEOUT_MS = 120_000
const CLOSE_IDLE_EVERY_MS = 50
const MAX_PARAM_LENGTH = 512

/** The whole service as one Fastify instance, not yet listening. */
export async function buildApp({ env, log, issuer, routes, ...patient }: AppParts): Promise<FastifyInstance> {
  const rewrite = forwardingRewrite(env)
  const app: FastifyInstance = fastify({
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
    rewriteUrl: (request) => rewrite(request.url ?? '/'),
    frameworkErrors: answerError,
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, requestIdOf({ headers: {} })),
  })
  closeIdleWhileEnding(app)
  const refuseOtherMethods = watchMethods(app)
  registerProblems(app)
  await registerSecurity(app, env)
  registerMetrics(app)
  registerHealth(app, patient)
  registerConfig(app, env, issuer)
  await registerForwards(app, env)
  await routes(app)
  await registerConsole(app, env, { connect: originsOf(issuer, env.publicUrl) })
  refuseOtherMethods()
  return app
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

/** Origins besides our own that a page may call: that of an external identity provider. */
function originsOf(issuer: string, publicUrl: string): string[] {
  if (issuer === '') return []
  const origin = new URL(issuer).origin
  return origin === new URL(publicUrl).origin ? [] : [origin]
}
