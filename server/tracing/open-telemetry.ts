import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base'
import type { TraceSettings } from '../env/traces.ts'
import { VERSION_TEXT } from '../plugins/config.ts'
import type { OpenSpan, SpanStart, Tracing } from './spans.ts'

/** Where it is told that a collector takes no spans. */
export interface TraceLog {
  info(text: string): void
  warn(fields: object, text: string): void
}

const KINDS = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL, client: SpanKind.CLIENT }
/** What is not sent when the service ends is lost after this time. */
const END_WITHIN_MS = 3_000

/** Sends spans to the collector of the settings. Headers, sampling, limits and batches are what the standard variables say. */
export function startTracing({ url, serviceName }: TraceSettings, log: TraceLog): Tracing {
  const resource = defaultResource()
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': VERSION_TEXT }))
  const exporter = tellingExporter(new OTLPTraceExporter({ url }), log)
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] })
  const tracer = provider.getTracer('sdwan-console', VERSION_TEXT)
  return {
    begin: (start) => openSpan(tracer, start),
    end: async () => {
      const late = new Promise<void>((done) => setTimeout(done, END_WITHIN_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

function openSpan(tracer: Tracer, { name, kind, parent, facts }: SpanStart): OpenSpan {
  const context =
    parent === undefined
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId: parent.traceId,
          spanId: parent.spanId,
          traceFlags: parent.flags,
          isRemote: kind === 'server',
        })
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, context)
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    place: { traceId, spanId, flags: traceFlags },
    end(more = {}, failure) {
      span.setAttributes(more)
      if (failure !== undefined) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** Tells once that the collector takes nothing, and once that it does again. */
function tellingExporter(exporter: OTLPTraceExporter, log: TraceLog): SpanExporter {
  let isAway = false
  const tell = (error: Error | undefined, isLost: boolean): void => {
    if (isLost === isAway) return
    isAway = isLost
    if (isLost) log.warn({ err: error }, 'the collector takes no traces')
    else log.info('the collector takes traces again')
  }
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        tell(result.error, result.code !== 0)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}
