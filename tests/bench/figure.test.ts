import { describe, expect, it } from 'vitest'
import { median, quantile, ratioOf, verdictOf } from './figure.ts'

const figure = { id: 'X', unit: 'ms', ours: 3, reference: 2 }

describe('a figure', () => {
  it('meets its budget at the very bound and misses it beyond', () => {
    expect(verdictOf({ ...figure, budget: { of: 'ratio', atMost: 1.5 } })).toBe('met')
    expect(verdictOf({ ...figure, budget: { of: 'ratio', atMost: 1.4 } })).toBe('missed')
    expect(verdictOf({ ...figure, budget: { of: 'ratio', atLeast: 1.6 } })).toBe('missed')
    expect(verdictOf({ ...figure, budget: { of: 'ours', atMost: 3 } })).toBe('met')
  })

  it('misses a budget that nothing was measured for', () => {
    expect(verdictOf({ ...figure, reference: 0, budget: { of: 'ratio', atLeast: 0 } })).toBe('missed')
    expect(verdictOf({ ...figure, ours: Number.NaN, budget: { of: 'ours', atMost: 3 } })).toBe('missed')
  })

  it('has no verdict without a budget, and no ratio without a reference', () => {
    expect(verdictOf(figure)).toBe('reported')
    expect(ratioOf({ id: 'X', unit: 'ms', ours: 3 })).toBeUndefined()
  })
})

describe('values that were measured', () => {
  it('have a middle and a tail', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(
      quantile(
        Array.from({ length: 200 }, (_, at) => at + 1),
        0.99,
      ),
    ).toBe(199)
  })

  it('must be there', () => {
    expect(() => median([])).toThrow('nothing was measured')
  })
})
