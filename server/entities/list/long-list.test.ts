import { describe, expect, it } from 'vitest'
import { ListLengths, type ListLength } from './long-list.ts'

const length = (rows: number): ListLength => ({ rows, tenants: 1, tableRows: rows })

describe('cached list lengths', () => {
  it('are valid for a short time, separately for each tenant', () => {
    const lengths = new ListLengths()
    lengths.remember('platform', length(1_000_000), 500)
    expect([500, 10_499, 10_500].map((now) => lengths.of('platform', now))).toEqual([length(1_000_000), length(1_000_000), undefined])
    expect(lengths.of('other', 500)).toBeUndefined()
  })

  it('are not cached for short lists, where a few rows more or less change the result', () => {
    const lengths = new ListLengths()
    lengths.remember('platform', length(60_000), 0)
    lengths.remember('platform', length(49_999), 1)
    expect(lengths.of('platform', 2)).toBeUndefined()
  })
})
