const hex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Identifier of a trace: one for each call, which its retries share. */
export const newTraceId = (): string => hex(16)

/** Header `traceparent` (W3C Trace Context) of one try of a call, by which the service's spans, log lines and journal entries belong to it. */
export const traceParent = (traceId: string): string => `00-${traceId}-${hex(8)}-01`
