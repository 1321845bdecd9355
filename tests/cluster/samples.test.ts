import { describe, expect, it } from 'vitest'
import { outlookOf, p99, type Sample } from './samples.ts'

/** Ten quick calls in each of the given seconds. */
const quick = (...seconds: readonly number[]): Sample[] =>
  seconds.flatMap((second) => Array.from({ length: 10 }, (_, call) => ({ atMs: second * 1_000 + call * 90, tookMs: 10 })))
const span = { fromMs: 0, toMs: 1_000, promotedMs: 2_000, endMs: 6_000 }

describe('the outlook of an event', () => {
  it('is normal at once if no call failed or was slow', () => {
    expect(outlookOf(quick(0, 1, 2, 3, 4, 5), span, 100)).toMatchObject({ calls: 60, errors: 0, normalAfterS: 0, normalAfterPromotionS: 0 })
  })

  it('is normal after the last failed call', () => {
    const failed = { atMs: 3_500, tookMs: 10, error: '503', isTold: true }
    const found = outlookOf([...quick(0, 1, 2, 3, 4, 5), failed], span, 100)
    expect(found).toMatchObject({ errors: 1, untold: 0, kinds: { 503: 1 }, disturbedS: 3.5, normalAfterS: 2.5, normalAfterPromotionS: 1.5 })
  })

  it('is normal after the last second of slow calls, and after the last one without any call', () => {
    expect(outlookOf([...quick(0, 1, 2, 3, 4, 5), { atMs: 4_200, tookMs: 101 }], span, 100).normalAfterS).toBe(3.2)
    expect(outlookOf(quick(0, 1, 2, 4, 5), span, 100).normalAfterS).toBe(3)
  })

  it('counts refusals that do not say when to try again', () => {
    expect(outlookOf([...quick(0), { atMs: 1, tookMs: 1, error: '502', isTold: false }], span, 100).untold).toBe(1)
  })
})

describe('p99', () => {
  it('is what 99 of 100 values do not exceed', () => {
    expect(p99(Array.from({ length: 200 }, (_, index) => index + 1))).toBe(198)
    expect(p99([5])).toBe(5)
    expect(p99([])).toBe(0)
  })
})
