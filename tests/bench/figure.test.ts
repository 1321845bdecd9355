import { describe, expect, it } from 'vitest'
import { median, quantile, ratioOf, verdictOf } from './figure.ts'

const figure = { id: 'X', unit: 'ms', ours: 3, reference: 2 }

describe('the verdict of a figure', () => {
  it('is "met" exactly at the limit of the budget and "missed" beyond it', () => {
    expect(verdictOf({ ...figure, budget: { of: 'ratio', atMost: 1.5 } })).toBe('met')
    expect(verdictOf({ ...figure, budget: { of: 'ratio', atMost: 1.4 } })).toBe('missed')
    expect(verdictOf({ ...figure, budget: { of: 'ratio', atLeast: 1.6 } })).toBe('missed')
    expect(verdictOf({ ...figure, budget: { of: 'ours', atMost: 3 } })).toBe('met')
  })

  it('is "missed" if the budget needs a value that was not measured', () => {
    expect(verdictOf({ ...figure, reference: 0, budget: { of: 'ratio', atLeast: 0 } })).toBe('missed')
    expect(verdictOf({ ...figure, ours: Number.NaN, budget: { of: 'ours', atMost: 3 } })).toBe('missed')
  })

  it('is "reported" without a budget; without a reference there is no ratio', () => {
    expect(verdictOf(figure)).toBe('reported')
    expect(ratioOf({ id: 'X', unit: 'ms', ours: 3 })).toBeUndefined()
  })
})

describe('median and quantile', () => {
  it('return the middle value and the value at a given share', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(
      quantile(
        Array.from({ length: 200 }, (_, index) => index + 1),
        0.99,
      ),
    ).toBe(199)
  })

  it('throw if nothing was measured', () => {
    expect(() => median([])).toThrow('nothing was measured')
  })
})
