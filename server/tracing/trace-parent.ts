/** The span that a call comes from, as its caller says in `traceparent`. */
export interface TraceParent {
  traceId: string
  spanId: string
  flags: number
}

const FORM = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/

/** Reads a `traceparent` (W3C Trace Context); undefined for one that is not of its form. Later versions may add parts, this one may not. */
export function readTraceParent(header: unknown): TraceParent | undefined {
  if (typeof header !== 'string' || header.length > 512) return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(header) ?? []
  if (version === undefined || (version === '00' && more !== undefined)) return undefined
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}

/** The header for a call that a span makes. */
export function traceParentOf({ traceId, spanId, flags }: TraceParent): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`
}
