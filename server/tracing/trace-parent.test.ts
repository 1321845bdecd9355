import { describe, expect, it } from 'vitest'
import { readTraceParent, traceParentOf } from './trace-parent.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

describe('traceparent', () => {
  it('names trace and span, and is written as it was read', () => {
    const header = `00-${TRACE}-${SPAN}-01`
    const read = readTraceParent(header)
    expect(read).toEqual({ traceId: TRACE, spanId: SPAN, flags: 1 })
    expect(read && traceParentOf(read)).toBe(header)
  })

  it('is read of later versions, which may say more', () => {
    expect(readTraceParent(`01-${TRACE}-${SPAN}-03-more`)).toEqual({ traceId: TRACE, spanId: SPAN, flags: 3 })
  })

  it.each([
    undefined,
    '',
    'nonsense',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}`,
    `01-${TRACE}-${SPAN}-01-${'x'.repeat(600)}`,
  ])('is nothing where it is not of its form: %s', (header) => {
    expect(readTraceParent(header)).toBeUndefined()
  })
})
