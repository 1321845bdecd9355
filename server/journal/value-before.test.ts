import { describe, expect, it } from 'vitest'
import { valueBefore } from './value-before.ts'

const later = { isLater: true }

describe('undoing a change', () => {
  it('restores the previous value, writes null for a missing one, and skips unchanged fields', () => {
    expect(valueBefore({ before: 'a', after: 'b', now: 'b' })).toEqual({ value: 'a' })
    expect(valueBefore({ before: undefined, after: 'b', now: 'b' })).toEqual({ value: null })
    expect(valueBefore({ before: 'a', after: 'a', now: 'c' })).toBeUndefined()
    expect(valueBefore({ before: 'a', after: 'b', now: 'c' })).toEqual(later)
  })

  it('restores only the changed fields of an object, whatever else changed since', () => {
    const before = { wan1: { mtu: 1500, state: 'enabled' }, wan2: { mtu: 1400 } }
    const after = { wan1: { mtu: 9000, state: 'enabled' }, wan2: { mtu: 1400 } }
    const now = { wan1: { mtu: 9000, state: 'disabled' }, wan2: { mtu: 1300 } }
    expect(valueBefore({ before, after, now })).toEqual({ value: { wan1: { mtu: 1500 } } })
    expect(valueBefore({ before, after, now: { ...now, wan1: { mtu: 8000 } } })).toEqual(later)
  })

  it('undoes changed, added and removed rows one by one, and keeps the others', () => {
    const before = [
      { id: 'a', mask: 24 },
      { id: 'b', mask: 24 },
      { id: 'c', mask: 24 },
    ]
    const after = [
      { id: 'a', mask: 24 },
      { id: 'c', mask: 16 },
      { id: 'd', mask: 24 },
    ]
    const now = [
      { id: 'a', mask: 8 },
      { id: 'c', mask: 16, name: 'x' },
      { id: 'd', mask: 24 },
      { id: 'e', mask: 24 },
    ]
    expect(valueBefore({ before, after, now })).toEqual({
      value: [
        { id: 'a', mask: 8 },
        { id: 'b', mask: 24 },
        { id: 'c', mask: 24, name: 'x' },
        { id: 'e', mask: 24 },
      ],
    })
    expect(valueBefore({ before, after, now: [{ id: 'c', mask: 20 }] })).toEqual(later)
    expect(valueBefore({ before, after, now: [{ id: 'd', mask: 20 }] })).toEqual(later)
  })

  it('replaces lists of plain values as a whole', () => {
    expect(valueBefore({ before: ['a'], after: ['a', 'b'], now: ['a', 'b'] })).toEqual({ value: ['a'] })
    expect(valueBefore({ before: ['a'], after: ['a', 'b'], now: ['b'] })).toEqual(later)
  })

  it('neither compares nor restores secrets', () => {
    const configured = { configured: true }
    const before = { psk: configured, name: 'a' }
    expect(valueBefore({ before, after: { psk: configured, name: 'b' }, now: { psk: 'sealed', name: 'b' } })).toEqual({
      value: { name: 'a' },
    })
    expect(valueBefore({ before: configured, after: undefined, now: undefined })).toBeUndefined()
    expect(valueBefore({ before, after: undefined, now: undefined })).toEqual({ value: { name: 'a' } })
    expect(valueBefore({ before: undefined, after: before, now: { psk: 'sealed', name: 'a' } })).toEqual({ value: null })
    expect(valueBefore({ before: undefined, after: before, now: { name: 'a' } })).toEqual(later)
  })
})
