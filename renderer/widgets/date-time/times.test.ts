import { describe, expect, it } from 'vitest'
import { exactTime, relativeTime, toIso, toLocal } from './times.ts'

describe('a date in the local time zone', () => {
  it('survives a round trip to the minute', () => {
    const iso = '2026-03-04T05:06:00.000Z'
    expect(toIso(toLocal(iso))).toBe(iso)
  })

  it('is empty if the value is missing or invalid', () => {
    expect([toLocal(undefined), toLocal('nonsense')]).toEqual(['', ''])
    expect(toIso('')).toBeUndefined()
  })
})

const now = Date.parse('2025-06-15T12:00:00.000Z')
const ago = (ms: number) => relativeTime(new Date(now - ms).toISOString(), now, 'en')

describe('relative times', () => {
  it.each([
    [0, 'now'],
    [59_000, 'now'],
    [60_000, '1 minute ago'],
    [59.9 * 60_000, '59 minutes ago'],
    [23.5 * 3_600_000, '23 hours ago'],
    [86_400_000, 'yesterday'],
    [6.9 * 86_400_000, '6 days ago'],
    [8 * 86_400_000, 'last week'],
    [29 * 86_400_000, '4 weeks ago'],
    [31 * 86_400_000, 'last month'],
    [800 * 86_400_000, '2 years ago'],
    [-3 * 3_600_000, 'in 3 hours'],
  ])('format %i ms as "%s"', (ms, text) => {
    expect(ago(ms)).toBe(text)
  })

  it('follow the language of the user', () => {
    expect(relativeTime('2025-06-15T11:00:00.000Z', now, 'de')).toBe('vor 1 Stunde')
  })

  it('keep a text that is not a time unchanged', () => {
    expect(relativeTime('soon', now, 'en')).toBe('soon')
    expect(exactTime('soon', 'en')).toBe('soon')
  })
})
