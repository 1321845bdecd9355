import { describe, expect, it } from 'vitest'
import { ListLengths } from './long-list.ts'

describe('cached list lengths', () => {
  it('are valid for a short time, separately for each tenant', () => {
    const lengths = new ListLengths()
    lengths.remember('platform', 1_000_000, 500)
    expect([500, 10_499, 10_500].map((now) => lengths.of('platform', now))).toEqual([1_000_000, 1_000_000, undefined])
    expect(lengths.of('other', 500)).toBeUndefined()
  })

  it('are not cached for short lists, where a few rows more or less change the result', () => {
    const lengths = new ListLengths()
    lengths.remember('platform', 60_000, 0)
    lengths.remember('platform', 49_999, 1)
    expect(lengths.of('platform', 2)).toBeUndefined()
  })
})
