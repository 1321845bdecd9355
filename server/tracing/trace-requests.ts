import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BASE_PATHS, FORWARD_PREFIX } from '../plugins/config.ts'
import { beginSpan, inSpan, isTracing, spanFields, type OpenSpan } from './spans.ts'
import { readTraceParent, traceParentOf } from './trace-parent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | undefined
  }
}

/** Not probes, figures, pages and files, which are many and tell nothing of a person's click. */
const { docs: _docs, ...APIS } = BASE_PATHS
const TRACED = [...Object.values(APIS), FORWARD_PREFIX].map((base) => `${base}/`)

/**
 * A span for each call, named by method and route, within that of the caller's `traceparent`. The address itself is not told: the line of the
 * log has it. Where traces are off, nothing is added to any call.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  app.decorateRequest('span', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url
    if (route === undefined || !TRACED.some((base) => `${route}/`.startsWith(base))) return done()
    const span = beginSpan({
      name: `${method} ${route}`,
      kind: 'server',
      parent: readTraceParent(request.headers.traceparent),
      facts: { 'http.request.method': method, 'http.route': route, 'url.scheme': request.protocol, 'request.id': request.id },
    })
    request.span = span
    request.log = reply.log = request.log.child(spanFields(span))
    // Not `onResponse`, which does not follow every request that its client gives up.
    const { raw } = reply
    raw.once('finish', () => span?.end({ 'http.response.status_code': reply.statusCode }, failureOf(reply.statusCode)))
    raw.once('close', () => {
      if (!raw.writableFinished) span?.end({}, 'aborted')
    })
    inSpan(span, done)
  })
  // Reading a body leaves the context.
  app.addHook('preValidation', (request, _reply, done) => inSpan(request.span, done))
}

function failureOf(status: number): string | undefined {
  return status >= 500 ? String(status) : undefined
}

/** The headers by which a service that a call is forwarded to goes on with its trace; without traces those of the caller stay. */
export function tracedHeaders({ span }: Partial<Pick<FastifyRequest, 'span'>>): { traceparent?: string } {
  return span === undefined ? {} : { traceparent: traceParentOf(span.place) }
}
