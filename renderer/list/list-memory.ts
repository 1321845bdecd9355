import { listStateFromParams, listStateToParams, type ListShape, type ListState } from './list-state.ts'

/**
 * What a list remembers from visit to visit, in local storage (S0 section 9): `<plural>ActivePage`, `<plural>ActivePageSize`,
 * `<plural>ActiveFilter` (tab), `<plural>ActiveSearch`, and `<plural>ActiveView` for sort and field filters.
 * The page is only meant for the tenant in which it was turned to, `<plural>ActiveTenant`.
 */
export interface ListMemory {
  read: (tenantOid: string) => ListState
  write: (state: ListState, tenantOid: string) => void
}

/** The memory of one list. A storage that refuses (private windows, quota) means a list that forgets, never an error. */
export function listMemory(shape: ListShape, storage: Pick<Storage, 'getItem' | 'setItem'>): ListMemory {
  const key = (name: string) => `${shape.schema['x-entity'].plural}Active${name}`
  const read = (name: string) => {
    try {
      return storage.getItem(key(name))
    } catch {
      return null
    }
  }
  const write = (name: string, value: string) => {
    try {
      storage.setItem(key(name), value)
    } catch {
      // Nothing to do: the state stands in the address as well.
    }
  }

  return {
    read(tenantOid) {
      const params = new URLSearchParams(read('View') ?? '')
      const known = {
        page: read('Tenant') === tenantOid ? read('Page') : null,
        size: read('PageSize'),
        tab: read('Filter'),
        q: read('Search'),
      }
      for (const [name, value] of Object.entries(known)) {
        if (value !== null) params.set(name, value)
      }
      return listStateFromParams(params, shape)
    },
    write(state, tenantOid) {
      const view = listStateToParams(state, shape)
      for (const name of ['page', 'size', 'tab', 'q']) view.delete(name)
      write('Page', String(state.page))
      write('PageSize', String(state.size))
      write('Filter', state.tab)
      write('Search', state.search)
      write('View', view.toString())
      write('Tenant', tenantOid)
    },
  }
}
