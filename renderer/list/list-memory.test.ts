import { describe, expect, it } from 'vitest'
import { exampleSchema, exampleScreen } from '../data/example.fixture.ts'
import { listMemory } from './list-memory.ts'
import { defaultListState } from './list-state.ts'

const shape = { schema: exampleSchema, screen: exampleScreen }

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
    sort: { by: 'heightU', order: 'desc' as const },
    filters: { state: { kind: 'oneOf' as const, values: ['free'] } },
  }

  it('keeps the keys of the specification', { tags: ['S0-9.27'] }, () => {
    const store = storage()
    listMemory(shape, store).write(state, 't1')
    expect(store.kept.get('racksActivePage')).toBe('4')
    expect(store.kept.get('racksActivePageSize')).toBe('100')
    expect(store.kept.get('racksActiveFilter')).toBe('closed')
    expect(store.kept.get('racksActiveSearch')).toBe('north')
  })

  it('brings everything back', { tags: ['S0-2.25'] }, () => {
    const store = storage()
    listMemory(shape, store).write(state, 't1')
    expect(listMemory(shape, store).read('t1')).toEqual(state)
  })

  it('keeps the state of each tenant by itself; in a new one only the size of pages holds', () => {
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

  it('forgets the tenants that one has not been in for longest', () => {
    const memory = listMemory(shape, storage())
    for (let number = 1; number <= 51; number++) memory.write(state, `t${number}`)
    expect([memory.read('t1').search, memory.read('t2').search]).toEqual(['', 'north'])
  })

  it('takes what the keys of the specification say where no tenant is named', () => {
    const store = storage({ racksActivePageSize: '20', racksActiveFilter: 'closed', racksActiveSearch: 'room' })
    expect(listMemory(shape, store).read('t1')).toEqual({ ...defaultListState(shape), size: 20, tab: 'closed', search: 'room' })
  })

  it('reads whatever stands in the storage without failing', () => {
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

  it('forgets where the storage refuses', () => {
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const memory = listMemory(shape, { getItem: refuse, setItem: refuse })
    expect(() => memory.write(state, 't1')).not.toThrow()
    expect(memory.read('t1')).toEqual(defaultListState(shape))
  })
})
