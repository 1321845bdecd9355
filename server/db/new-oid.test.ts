import { afterEach, describe, expect, it, vi } from 'vitest'
import { validate, version } from 'uuid'
import { newOid } from './new-oid.ts'

describe('a new identifier', () => {
  afterEach(() => vi.useRealTimers())

  it('is a UUID v7 with the current time', { tags: ['D-4.1'] }, () => {
    const before = Date.now()
    const oid = newOid()
    expect([validate(oid), version(oid)]).toEqual([true, 7])
    expect(Number.parseInt(oid.replaceAll('-', '').slice(0, 12), 16)).toBeGreaterThanOrEqual(before)
  })

  it('sorts after every earlier one, within a millisecond and when the clock steps back', () => {
    vi.useFakeTimers({ now: Date.now() + 1000 })
    const oids = Array.from({ length: 5000 }, newOid)
    vi.setSystemTime(Date.now() - 500)
    oids.push(newOid())
    expect(oids).toEqual(oids.toSorted())
    expect(new Set(oids).size).toBe(oids.length)
  })

  it('ends in random bits that do not repeat', () => {
    const ends = Array.from({ length: 1000 }, () => newOid().slice(-10))
    expect(new Set(ends).size).toBe(1000)
  })
})
