import { describe, expect, it } from 'vitest'
import { berthSchema, berthScreen } from '../data/berth.fixture.ts'
import { listMemory } from './list-memory.ts'
import { defaultListState } from './list-state.ts'

const shape = { schema: berthSchema, screen: berthScreen }

function storage(initial: Record<string, string> = {}) {
  const kept = new Map(Object.entries(initial))
  return { kept, getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

describe('what a list remembers', () => {
  const state = {
    ...defaultListState(shape),
    page: 4,
    size: 100 as const,
    tab: 'closed',
    search: 'north',
    sort: { by: 'lengthM', order: 'desc' as const },
    filters: { state: { kind: 'oneOf' as const, values: ['free'] } },
  }

  it('keeps the keys of the specification', () => {
    const store = storage()
    listMemory(shape, store).write(state, 't1')
    expect(store.kept.get('berthsActivePage')).toBe('4')
    expect(store.kept.get('berthsActivePageSize')).toBe('100')
    expect(store.kept.get('berthsActiveFilter')).toBe('closed')
    expect(store.kept.get('berthsActiveSearch')).toBe('north')
  })

  it('brings everything back', () => {
    const store = storage()
    listMemory(shape, store).write(state, 't1')
    expect(listMemory(shape, store).read('t1')).toEqual(state)
  })

  it('starts on page 1 in another tenant', () => {
    const store = storage()
    listMemory(shape, store).write(state, 't1')
    expect(listMemory(shape, store).read('t2')).toEqual({ ...state, page: 1 })
  })

  it('reads whatever stands in the storage without failing', () => {
    const store = storage({
      berthsActivePage: 'NaN',
      berthsActivePageSize: '7',
      berthsActiveFilter: 'gone',
      berthsActiveView: '%%%&f.x=1&sort=zz',
      berthsActiveTenant: 't1',
    })
    expect(listMemory(shape, store).read('t1')).toEqual(defaultListState(shape))
  })

  it('forgets where the storage refuses', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const memory = listMemory(shape, { getItem: refuse, setItem: refuse })
    expect(() => memory.write(state, 't1')).not.toThrow()
    expect(memory.read('t1')).toEqual(defaultListState(shape))
  })
})
