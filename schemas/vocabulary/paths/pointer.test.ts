import { describe, expect, it } from 'vitest'
import { isEmpty, isSame, isUnchanged } from '../equality.ts'
import { hintFor, limitedHints, truncated, unknownNameMessage } from '../names.ts'
import { formatPointer, parsePointer, valueAt, withValueAt } from './pointer.ts'

describe('pointers', () => {
  it('are parsed back to the same segments, including slashes and tildes', () => {
    for (const segments of [[], ['a'], ['a/b', '~c', '0'], ['']]) expect(parsePointer(formatPointer(segments))).toEqual(segments)
    expect(() => parsePointer('a/b')).toThrow('does not start with "/"')
  })

  it('read undefined at a missing place, and for inherited properties', () => {
    const record = { rows: [{ a: 1 }] }
    expect(valueAt(record, ['rows', '0', 'a'])).toBe(1)
    for (const path of [['rows', '1', 'a'], ['rows', 'length'], ['constructor'], ['rows', '0', 'a', 'b']])
      expect(valueAt(record, path)).toBeUndefined()
  })

  it('write into a copy that shares unchanged parts, create missing objects, and remove properties set to undefined', () => {
    const record = { a: { b: 1 }, rows: [{ c: 1 }, { c: 2 }] }
    const next = withValueAt(record, ['rows', '1', 'c'], 3)
    expect(next).toEqual({ a: { b: 1 }, rows: [{ c: 1 }, { c: 3 }] })
    expect(next.a).toBe(record.a)
    expect(next.rows[0]).toBe(record.rows[0])
    expect(record.rows[1]).toEqual({ c: 2 })
    expect(withValueAt({}, ['x', 'y'], 1)).toEqual({ x: { y: 1 } })
    expect(withValueAt({ a: 1, b: 2 }, ['a'], undefined)).toStrictEqual({ b: 2 })
    expect(() => withValueAt({}, ['__proto__', 'x'], 1)).toThrow('no property name')
  })
})

describe('equality', () => {
  it('treats absent and null alike, and compares deeply', () => {
    expect(isSame({ a: [1, { b: null }] }, { a: [1, {}], c: undefined })).toBe(true)
    expect(isSame([1], { 0: 1 })).toBe(false)
    expect(isSame(0, false)).toBe(false)
    expect(isSame(undefined, false)).toBe(false)
  })

  it('treats a value as unchanged if it was and is empty, in whatever form', () => {
    expect(isUnchanged(undefined, '')).toBe(true)
    expect(isUnchanged([], null)).toBe(true)
    expect(isUnchanged(0, '')).toBe(false)
    expect([0, false, {}, ' '].some(isEmpty)).toBe(false)
  })
})

describe('the nearest name', () => {
  it('is the one with the fewest typos, or none if all differ too much', () => {
    expect(hintFor('licencingMode', ['name', 'licensingMode', 'licence']).nearest).toBe('licensingMode')
    expect(hintFor('zzzzzz', ['name', 'type']).nearest).toBeUndefined()
    expect(unknownNameMessage('field', 'zzzzzz', ['name'])).toBe('unknown field "zzzzzz"')
  })

  it('is not searched for an overlong name, which is truncated in the message', { tags: ['H-6.2'] }, () => {
    const name = 'n'.repeat(10_000_000)
    const started = process.cpuUsage()
    expect(hintFor(name, ['name'])).toEqual({ name: `${'n'.repeat(64)}…` })
    // CPU time, not wall-clock time: other processes may run at the same time.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(50)
    expect(hintFor('n'.repeat(64), ['n'.repeat(65)]).nearest).toBe('n'.repeat(65))
    expect(truncated(`${'x'.repeat(63)}😀`)).toBe(`${'x'.repeat(63)}…`)
  })

  it('is suggested only for the first ten unknown names of a body', { tags: ['H-6.2'] }, () => {
    const hintOf = limitedHints()
    let asked = 0
    const known = (): string[] => [`name${asked++}`]
    const hints = Array.from({ length: 50_000 }, (_, at) => hintOf(`nam${at}`, known))
    expect(hints.filter(({ nearest }) => nearest !== undefined)).toHaveLength(10)
    expect(asked).toBe(10)
  })
})
