import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { databaseRefusal, REFUSAL_KINDS } from './database-refusal.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** `GET /metrics`: process figures, what the database refused, and the duration of every call by route and status, in Prometheus' text format. */
export function registerMetrics(app: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
