import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceParent } from './trace-parent.ts'

/** What is told of a span; never values of parameters, names of people or addresses with identifiers in them. */
export type SpanFacts = Record<string, string | number | boolean>

/** What a span is begun with. */
export interface SpanStart {
  name: string
  kind: 'server' | 'internal' | 'client'
  /** The span that it belongs to; undefined: a trace of its own. */
  parent: TraceParent | undefined
  facts: SpanFacts
}

/** A span that has not ended. */
export interface OpenSpan {
  readonly place: TraceParent
  /** Ends it with what has become known; `failure`: the kind of error that it failed with. */
  end(facts?: SpanFacts, failure?: string): void
}

/** Makes spans and sends them to a collector. */
export interface Tracing {
  begin(start: SpanStart): OpenSpan
  /** Sends what is not sent yet; waits for seconds at most. */
  end(): Promise<void>
}

const current = new AsyncLocalStorage<OpenSpan>()
let tracing: Tracing | undefined

/** Traces from now on, or no more. */
export function useTracing(made: Tracing | undefined): void {
  tracing = made
}

/** Whether spans are made. */
export function isTracing(): boolean {
  return tracing !== undefined
}

/** Begins a span; undefined while there are no traces. */
export function beginSpan(start: SpanStart): OpenSpan | undefined {
  return tracing?.begin(start)
}

/** Begins a span within that of the current async context; undefined outside of one. */
export function beginInner(start: Omit<SpanStart, 'parent'>): OpenSpan | undefined {
  if (tracing === undefined) return undefined
  const parent = current.getStore()
  return parent && tracing.begin({ ...start, parent: parent.place })
}

/** Runs `work` in the context of a span. */
export function inSpan<T>(span: OpenSpan | undefined, work: () => T): T {
  return span === undefined ? work() : current.run(span, work)
}

/** What lines of the log name a span by; nothing outside of one. */
export function spanFields(span: OpenSpan | undefined = current.getStore()): { trace_id?: string; span_id?: string } {
  return span === undefined ? {} : { trace_id: span.place.traceId, span_id: span.place.spanId }
}
