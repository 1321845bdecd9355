import { describe, expect, it } from 'vitest'
import { daysOf, periodNames, periodOf } from './period.ts'

describe('a relative period', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-02'],
    ['yesterday', '2026-02-28', '2026-03-01'],
    ['tomorrow', '2026-03-02', '2026-03-03'],
    ['this-week', '2026-02-23', '2026-03-02'],
    ['this-month', '2026-03-01', '2026-04-01'],
    ['this-year', '2026-01-01', '2027-01-01'],
    ['last-7d', '2026-02-23', '2026-03-02'],
    ['next-60d', '2026-03-01', '2026-04-30'],
    ['last-2w', '2026-02-16', '2026-03-02'],
    ['next-3m', '2026-03-01', '2026-06-01'],
    ['last-1y', '2026-01-01', '2027-01-01'],
  ])('%s on Sunday, 1 March 2026, is from %s, before %s', (text, from, before) => {
    const period = periodOf(text)
    expect(period && daysOf(period, '2026-03-01')).toEqual({ from, before })
  })

  it.each(['', 'soon', 'last-0d', 'last-7', 'next-12345d', 'last-7x', 'Today', 'constructor'])("is not '%s'", (text) => {
    expect(periodOf(text)).toBeUndefined()
  })

  it('has examples that all are periods', () => {
    expect(periodNames.filter((name) => periodOf(name) === undefined)).toEqual([])
  })
})
