import { describe, expect, it } from 'vitest'
import { keptPointers, merge, resolveConflicts } from './merge.ts'

const base = {
  name: 'a',
  notes: 'b',
  lan: { mtu: 1500, speed: 'auto' },
  rows: [
    { id: '1', v: 1 },
    { id: '2', v: 2 },
  ],
}

describe('merging concurrent changes to a record', () => {
  it('accepts their changes to fields that I did not touch', () => {
    const merged = merge({ base, mine: { ...base, name: 'mine' }, theirs: { ...base, notes: 'theirs' } }, ['name'])
    expect(merged).toEqual({ record: { ...base, name: 'mine', notes: 'theirs' }, conflicts: [] })
  })

  it('reports a conflict for a field that both changed, and keeps my value', () => {
    const merged = merge({ base, mine: { ...base, name: 'mine' }, theirs: { ...base, name: 'theirs' } }, ['name'])
    expect(merged.record.name).toBe('mine')
    expect(merged.conflicts).toEqual([{ pointer: '/name', base: 'a', mine: 'mine', theirs: 'theirs' }])
  })

  it('reports no conflict when both made the same change', () => {
    expect(merge({ base, mine: { ...base, name: 'x' }, theirs: { ...base, name: 'x' } }, ['name']).conflicts).toEqual([])
  })

  it('merges nested objects property by property', () => {
    const mine = { ...base, lan: { mtu: 9000, speed: 'auto' } }
    const theirs = { ...base, lan: { mtu: 1500, speed: '100FD' } }
    expect(merge({ base, mine, theirs }, ['lan'])).toEqual({ record: { ...base, lan: { mtu: 9000, speed: '100FD' } }, conflicts: [] })
  })

  it('merges lists row by row by identity, and keeps new rows of both sides', { tags: ['S1-3.16'] }, () => {
    const mine = { ...base, rows: [{ id: '1', v: 10 }, { id: '2', v: 2 }, { v: 99 }] }
    const theirs = {
      ...base,
      rows: [
        { id: '1', v: 1 },
        { id: '2', v: 20 },
        { id: '3', v: 3 },
      ],
    }
    const merged = merge({ base, mine, theirs }, ['rows'])
    expect(merged.conflicts).toEqual([])
    expect(merged.record.rows).toEqual([{ id: '1', v: 10 }, { id: '2', v: 20 }, { id: '3', v: 3 }, { v: 99 }])
  })

  it('drops a row that one side removed and the other left unchanged', () => {
    const mine = { ...base, rows: [{ id: '2', v: 2 }] }
    const theirs = { ...base, rows: [{ id: '1', v: 1 }] }
    expect(merge({ base, mine, theirs }, ['rows']).record.rows).toEqual([])
  })

  it('reports a conflict when one side removed a row that the other changed, and applies the choice', () => {
    const mine = { ...base, rows: [{ id: '2', v: 2 }] }
    const theirs = {
      ...base,
      rows: [
        { id: '1', v: 7 },
        { id: '2', v: 2 },
      ],
    }
    const merged = merge({ base, mine, theirs }, ['rows'])
    expect(merged.conflicts).toEqual([{ pointer: '/rows/0', base: { id: '1', v: 1 }, mine: undefined, theirs: { id: '1', v: 7 } }])
    expect(resolveConflicts(merged, {}).rows).toEqual([{ id: '2', v: 2 }])
    expect(resolveConflicts(merged, { '/rows/0': 'theirs' }).rows).toEqual([
      { id: '1', v: 7 },
      { id: '2', v: 2 },
    ])
  })

  it('treats lists without row identities as one value', () => {
    const merged = merge({ base: { tags: ['a'] }, mine: { tags: ['a', 'b'] }, theirs: { tags: ['a', 'c'] } }, ['tags'])
    expect(merged.conflicts).toHaveLength(1)
  })

  it('keeps my value marked as changed after it was chosen', () => {
    const conflicts = [{ pointer: '/name', base: 'a', mine: 'm', theirs: 't' }]
    expect(keptPointers(['/name', '/notes'], conflicts, { '/name': 'theirs' })).toEqual(['/notes'])
    expect(keptPointers(['/name', '/notes'], conflicts, {})).toEqual(['/name', '/notes'])
  })
})
