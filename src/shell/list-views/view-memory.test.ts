import { describe, expect, it } from 'vitest'
import type { ColumnChoice } from '../../../schemas/list-views.ts'
import { stateText, viewMemory } from './view-memory.ts'

const none: ColumnChoice = { order: [], shown: {}, widths: {}, pinned: {} }
const pinned: ColumnChoice = { ...none, pinned: { name: 'left', state: 'right' } }

function storageOf() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('what a browser remembers of the view of a list', () => {
  it('tells a list that was changed from one that shows an earlier version of its view', () => {
    const memory = viewMemory('customer', storageOf())
    memory.shown('v', { query: 'tab=frozen&sort=-name', columns: pinned }, none)
    const reordered = { ...none, pinned: { state: 'right', name: 'left' } as const }
    expect(memory.isUntouched('v', { query: 'sort=-name&tab=frozen', columns: reordered })).toBe(true)
    expect(memory.isUntouched('v', { query: 'tab=frozen', columns: pinned })).toBe(false)
    expect(memory.isUntouched('w', { query: 'tab=frozen&sort=-name', columns: pinned })).toBe(false)
    expect(stateText({ query: '', columns: none })).not.toBe(stateText({ query: '', columns: pinned }))
  })

  it('gives the columns of before back when the last of several views is left', () => {
    const memory = viewMemory('customer', storageOf())
    memory.shown('v', { query: '', columns: none }, pinned)
    memory.shown('w', { query: '', columns: none }, none)
    expect(memory.left()).toEqual(pinned)
    expect(memory.left()).toEqual(none)
  })

  it('shows the default of a tenant once, and another default once more', () => {
    const memory = viewMemory('customer', storageOf())
    expect(['a', 'a', 'b'].map((oid) => memory.isNewDefault('t', oid))).toEqual([true, false, true])
    expect(memory.isNewDefault('other', 'b')).toBe(true)
  })

  it('forgets where the storage refuses', () => {
    const refuse = () => {
      throw new Error('quota')
    }
    const memory = viewMemory('customer', { getItem: refuse, setItem: refuse, removeItem: refuse })
    memory.shown('v', { query: '', columns: pinned }, none)
    expect(memory.isUntouched('v', { query: '', columns: pinned })).toBe(false)
    expect(memory.isNewDefault('t', 'v')).toBe(false)
    expect(memory.left()).toEqual(none)
  })
})
