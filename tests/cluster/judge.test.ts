import { describe, expect, it } from 'vitest'
import { judge, type Stored } from './judge.ts'
import type { Written } from './load.ts'

const written: Written = { name: 'Load 1', oid: 'x', revision: 3, value: 'changed 2', changes: 2 }
const stored: Stored = { name: 'Load 1', value: 'changed 2', creations: 1, changes: 2 }

function kindsOf(record: Partial<Written>, rows: readonly Partial<Stored>[]): string[] {
  const kinds: string[] = []
  const all = rows.map((row) => ({ ...stored, ...row }))
  judge({ ...written, ...record }, all, (kind) => kinds.push(kind))
  return kinds
}

describe('the account of a record', () => {
  it.each([
    ['stored as acknowledged', {}, [{}], []],
    ['acknowledged, but not stored', {}, [], ['lost']],
    ['never acknowledged, and not stored', { value: undefined, open: 'made', changes: 0 }, [], []],
    ['never acknowledged, but stored', { value: undefined, open: 'made', changes: 0 }, [{ value: 'made', changes: 0 }], []],
    ['stored twice', {}, [{}, {}], ['doubled']],
    ['created twice', {}, [{ creations: 2 }], ['doubled']],
    ['changed once too often', {}, [{ changes: 3 }], ['doubled']],
    ['changed by a write that nobody acknowledged', { open: 'changed 3' }, [{ value: 'changed 3', changes: 3 }], []],
    ['without one of its changes', {}, [{ changes: 1 }], ['lost']],
    ['with an earlier value', {}, [{ value: 'changed 1' }], ['wrong']],
  ] satisfies [string, Partial<Written>, Partial<Stored>[], string[]][])('that is %s', (...[, record, rows, kinds]) => {
    expect(kindsOf(record, rows)).toEqual(kinds)
  })
})
