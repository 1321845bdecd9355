import { describe, expect, it } from 'vitest'
import { exampleSchema, exampleScreen } from '../data/example.fixture.ts'
import { listMemory } from './list-memory.ts'
import { defaultListState } from './list-state.ts'

const shape = { schema: exampleSchema, screen: exampleScreen }

function storage(initial: Record<string, string> = {}) {
  const kept = new Map(Object.entries(initial))
  return { kept, getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

describe('the stored state of a list', () => {
  const state = {
    ...defaultListState(shape),
    page: 4,
    size: 100 as const,
    tab: 'closed',
    search: 'north',
    sort: { by: 'heightU', order: 'desc' as const },
    filters: { state: { kind: 'oneOf' as const, values: ['free'] } },
  }

  it('uses the storage keys of the specification', { tags: ['S0-9.27'] }, () => {
    const store = storage()
    listMemory(shape, store).write(state, 't1')
    expect(store.kept.get('racksActivePage')).toBe('4')
    expect(store.kept.get('racksActivePageSize')).toBe('100')
    expect(store.kept.get('racksActiveFilter')).toBe('closed')
    expect(store.kept.get('racksActiveSearch')).toBe('north')
  })

  it('is restored completely', { tags: ['S0-2.25'] }, () => {
    const store = storage()
    listMemory(shape, store).write(state, 't1')
    expect(listMemory(shape, store).read('t1')).toEqual(state)
  })

  it('is kept per tenant; a new tenant inherits only the page size', () => {
    const store = storage()
    const memory = listMemory(shape, store)
    memory.write(state, 't1')
    expect(memory.read('t2')).toEqual({ ...defaultListState(shape), size: 100 })
    const other = { ...defaultListState(shape), search: 'south', page: 2 }
    memory.write(other, 't2')
    expect([memory.read('t1'), memory.read('t2')]).toEqual([state, other])
    expect(store.kept.get('racksActiveSearch')).toBe('south')
    memory.write({ ...state, page: 1 }, 't1')
    expect([memory.read('t1'), memory.read('t2')]).toEqual([{ ...state, page: 1 }, other])
  })

  it('is dropped for the least recently visited tenants', () => {
    const memory = listMemory(shape, storage())
    for (let number = 1; number <= 51; number++) memory.write(state, `t${number}`)
    expect([memory.read('t1').search, memory.read('t2').search]).toEqual(['', 'north'])
  })

  it('is read from the keys of the specification if no tenant is stored', () => {
    const store = storage({ racksActivePageSize: '20', racksActiveFilter: 'closed', racksActiveSearch: 'room' })
    expect(listMemory(shape, store).read('t1')).toEqual({ ...defaultListState(shape), size: 20, tab: 'closed', search: 'room' })
  })

  it('falls back to the defaults if the storage holds invalid values', () => {
    const store = storage({
      racksActivePage: 'NaN',
      racksActivePageSize: '7',
      racksActiveFilter: 'gone',
      racksActiveView: '%%%&f.x=1&sort=zz',
      racksActiveTenant: 't1',
      racksActiveTenants: '[["t1"],{"t1":"q=x"},"t1"',
    })
    expect(listMemory(shape, store).read('t1')).toEqual(defaultListState(shape))
  })

  it('is not kept if the storage throws', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const memory = listMemory(shape, { getItem: refuse, setItem: refuse })
    expect(() => memory.write(state, 't1')).not.toThrow()
    expect(memory.read('t1')).toEqual(defaultListState(shape))
  })
})
