import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { registerCacheMetrics } from '../cache/cache-metrics.ts'
import { registerMailMetrics } from '../mail/mailer.ts'
import { registerPlanMetrics } from '../plan/plan-metrics.ts'
import { VERSION_TEXT } from './config.ts'
import { databaseRefusal, REFUSAL_KINDS } from './database-refusal.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const METRICS_PATH = '/metrics'

/** `GET /metrics`: figures of process, calls, plans and mails, with whatever else is registered, in Prometheus' text format. */
export function registerMetrics(app: FastifyInstance, registry: Registry = new Registry()): void {
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'service_info',
    help: 'Version of the service; always 1.',
    labelNames: ['version'] as const,
    registers: [registry],
  }).set({ version: VERSION_TEXT }, 1)
  registerCacheMetrics(registry)
  registerPlanMetrics(registry)
  registerMailMetrics(registry)
  measureRequests(app, registry)
  countRefusals(app, registry)
  app.get(METRICS_PATH, { logLevel: 'warn' }, async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests whose answer is not sent yet, without those for metrics.',
    registers: [registry],
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url === METRICS_PATH) return done()
    inFlight.inc()
    // Not `onResponse`, which does not follow every request that its client gives up.
    let isOver = false
    const over = (): void => {
      if (!isOver) inFlight.dec()
      isOver = true
    }
    reply.raw.once('finish', over).once('close', over)
    done()
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route pattern and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
}

function countRefusals(app: FastifyInstance, registry: Registry): void {
  const refusals = new Counter({
    name: 'database_refusals_total',
    help: 'Requests that the database could not serve, by kind: full is a disk without room.',
    labelNames: ['kind'] as const,
    registers: [registry],
  })
  // Initialises every kind with 0, because alerts do not fire on missing series.
  for (const kind of REFUSAL_KINDS) refusals.inc({ kind }, 0)
  app.addHook('onError', async (_request, _reply, error) => {
    const refusal = databaseRefusal(error)
    if (refusal !== undefined) refusals.inc({ kind: refusal.kind })
  })
}
