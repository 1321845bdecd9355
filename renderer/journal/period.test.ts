import { describe, expect, it } from 'vitest'
import { periodRange } from './period.ts'

const now = Date.parse('2026-03-30T10:00:00.000Z')

describe('the period of a journal', () => {
  it('has days by the calendar of the reader, also where clocks were put forward', () => {
    expect(periodRange('today', now, 'Europe/Berlin')).toEqual({ from: '2026-03-29T22:00:00.000Z' })
    // The day of the change has 23 hours.
    expect(periodRange('yesterday', now, 'Europe/Berlin')).toEqual({ from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' })
    expect(periodRange('7d', now, 'UTC')).toEqual({ from: '2026-03-24T00:00:00.000Z' })
    expect(periodRange('30d', now, 'America/New_York')).toEqual({ from: '2026-03-01T05:00:00.000Z' })
    expect(periodRange('today', Date.parse('2026-03-30T23:30:00.000Z'), 'Pacific/Auckland')).toEqual({ from: '2026-03-30T11:00:00.000Z' })
  })

  it('is unbounded, or has the bounds that were chosen', () => {
    expect(periodRange('any', now, 'UTC')).toEqual({})
    expect(periodRange({ to: '2026-01-01T00:00:00.000Z' }, now, 'UTC')).toEqual({ to: '2026-01-01T00:00:00.000Z' })
  })
})
