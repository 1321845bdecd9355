import { describe, expect, it } from 'vitest'
import { requestIdOf } from './log.ts'

describe('the id of a request', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

  it.each([
    [{ traceparent }, /^0af7651916cd43dd8448eb211c80319c$/],
    [{ traceparent, 'x-request-id': 'from-a-proxy-1' }, /^from-a-proxy-1$/],
    [{ traceparent, 'x-request-id': '"><script>' }, /^0af7651916cd43dd8448eb211c80319c$/],
    [{ traceparent: 'nonsense' }, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/],
    [{}, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/],
  ])('is what a proxy says, else the trace, else a new one: %j', (headers, form) => {
    expect(requestIdOf({ headers })).toMatch(form)
  })
})
