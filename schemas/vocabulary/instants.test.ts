import { describe, expect, it } from 'vitest'
import { instantOf, storedInstant } from './instants.ts'
import { normalizeText } from './normalize-text.ts'

describe('date-times', () => {
  it.each([
    ['2026-05-01T12:00:00+02:00', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01T10:00:00Z', '2026-05-01T10:00:00.000Z'],
    ['2026-05-01T10:00:00.12-03:30', '2026-05-01T13:30:00.120Z'],
    ['2026-05-01t10:00:00z', '2026-05-01T10:00:00.000Z'],
  ])('are stored in UTC: %s', (text, stored) => {
    expect(storedInstant(text)).toBe(stored)
    expect(normalizeText(` ${text} `, { type: 'string', format: 'date-time' })).toBe(stored)
    expect(normalizeText(text, { type: 'string' })).toBe(text)
  })

  it.each(['', 'soon', '2026-05-01', '2026-02-30T10:00:00Z', '2026-05-01T10:00:00', '10.0.0.1'])('are no other texts: %j', (text) => {
    expect([instantOf(text), storedInstant(text)]).toEqual([undefined, text])
  })

  it('sort as texts as their instants do once they are stored', () => {
    const texts = ['2026-05-01T12:00:00+02:00', '2026-05-01T09:00:00-04:30', '2026-05-01T11:00:00Z', '1999-12-31T23:00:00-02:00']
    const byInstant = texts.toSorted((a, b) => (instantOf(a) ?? 0) - (instantOf(b) ?? 0)).map(storedInstant)
    expect(texts.map(storedInstant).toSorted()).toEqual(byInstant)
  })
})
