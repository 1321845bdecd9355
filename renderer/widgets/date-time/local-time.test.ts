import { describe, expect, it } from 'vitest'
import { toIso, toLocal } from './local-time.ts'

describe('a date in the reader’s zone', () => {
  it('comes back as the same instant, to the minute', () => {
    const iso = '2026-03-04T05:06:00.000Z'
    expect(toIso(toLocal(iso))).toBe(iso)
  })

  it('is empty when there is none or it is broken', () => {
    expect([toLocal(undefined), toLocal('nonsense')]).toEqual(['', ''])
    expect(toIso('')).toBeUndefined()
  })
})
