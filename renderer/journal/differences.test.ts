import { describe, expect, it } from 'vitest'
import { differences, elementName } from './differences.ts'

describe('the differences between two stored values', () => {
  it('are none between values that mean empty', () => {
    expect(differences('', undefined)).toEqual([])
    expect(differences(null, '')).toEqual([])
    expect(differences({ a: 1, b: [1] }, { a: 1, b: [1] })).toEqual([])
  })

  it('distinguish false and zero from empty', () => {
    expect(differences(undefined, false)).toEqual([{ kind: 'changed', path: [], before: undefined, after: false }])
    expect(differences(0, null)).toEqual([{ kind: 'changed', path: [], before: 0, after: null }])
  })

  it('name the added and removed entries of a list of texts', () => {
    expect(differences(['a', 'b', 'b'], ['b', 'c'])).toEqual([
      { kind: 'removed', path: [], value: 'a' },
      { kind: 'removed', path: [], value: 'b' },
      { kind: 'added', path: [], value: 'c' },
    ])
  })

  it('include a changed order', () => {
    expect(differences(['a', 'b'], ['b', 'a'])).toEqual([{ kind: 'changed', path: [], before: ['a', 'b'], after: ['b', 'a'] }])
  })

  it('match list elements by identifier and include only the changed field', () => {
    const before = {
      wans: { wan1: { state: 'enabled', mtu: 1500 } },
      subnets: [
        { id: 1, prefix: '10.0.0.0', mask: 24 },
        { id: 2, prefix: '10.1.0.0', mask: 24 },
      ],
    }
    const after = { wans: { wan1: { state: 'disabled', mtu: 1500 } }, subnets: [{ id: 2, prefix: '10.1.0.0', mask: 16 }] }
    expect(differences(before, after)).toEqual([
      { kind: 'changed', path: ['wans', 'wan1', 'state'], before: 'enabled', after: 'disabled' },
      { kind: 'changed', path: ['subnets', '10.1.0.0/24', 'mask'], before: 24, after: 16 },
      { kind: 'removed', path: ['subnets'], value: { id: 1, prefix: '10.0.0.0', mask: 24 } },
    ])
  })

  it('include all values of an object that was empty before', () => {
    expect(differences(null, { mode: 'hub' })).toEqual([{ kind: 'changed', path: ['mode'], before: undefined, after: 'hub' }])
  })

  it('label an element by its name, its address or its content', () => {
    expect(elementName({ id: 4, name: 'Paris' })).toBe('Paris')
    expect(elementName({ id: 4, prefix: '10.0.0.0' })).toBe('10.0.0.0')
    expect(elementName({ id: 'f81d', port: 80, open: true })).toBe('80 true')
    expect(elementName({ prefix: '10.0.0.0', mask: 8 })).toBe('10.0.0.0/8')
    expect(elementName({ id: 'f81d' })).toBe('f81d')
    expect(elementName('10.0.0.0/8')).toBe('10.0.0.0/8')
  })
})
