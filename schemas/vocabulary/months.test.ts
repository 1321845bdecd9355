import { describe, expect, it } from 'vitest'
import { monthAfter, monthNumber, monthOf } from './months.ts'

describe('months', () => {
  it('are calculated in UTC', () => {
    expect(monthOf(new Date('2026-05-31T23:59:59.999Z'))).toBe('2026-05')
    expect(monthOf(new Date('2026-06-01T00:30:00+02:00'))).toBe('2026-05')
  })

  it.each([
    ['2026-01', 0, '2026-01'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-07', 72, '2032-07'],
  ])('%s plus %i months is %s', (month, months, later) => expect(monthAfter(month, months)).toBe(later))

  it('are compared by number, and an invalid month has no number', () => {
    expect((monthNumber('2027-02') ?? 0) - (monthNumber('2026-11') ?? 0)).toBe(3)
    for (const none of ['2026-13', '2026', '', undefined, 7]) expect(monthNumber(none)).toBeUndefined()
    expect(monthAfter('never', 1)).toBeUndefined()
  })
})
