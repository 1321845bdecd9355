import { describe, expect, it } from 'vitest'
import { newTraceId, traceParent } from './trace-parent.ts'

describe('traceparent of a call', () => {
  it('has the form of W3C Trace Context, with the trace that is given', () => {
    expect(traceParent('0af7651916cd43dd8448eb211c80319c')).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[\da-f]{16}-01$/)
  })

  it('is another one each time', () => {
    const traces = Array.from({ length: 100 }, newTraceId)
    expect(new Set(traces).size).toBe(100)
    expect(traces.every((one) => /^[\da-f]{32}$/.test(one))).toBe(true)
    expect(new Set(traces.map(traceParent)).size).toBe(100)
  })
})
