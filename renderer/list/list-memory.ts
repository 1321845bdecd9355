import { listStateFromParams, listStateToParams, type ListShape, type ListState, listQuery } from './list-state.ts'
import type { ListQuery } from '../data/data-source.ts'

/** Tenants whose state a list remembers; those that one has not been in for longest are forgotten first. */
const rememberedTenants = 50

/**
 * What a list remembers from visit to visit, in local storage (S0 section 9): `<plural>ActivePage`, `<plural>ActivePageSize`,
 * `<plural>ActiveFilter` (tab), `<plural>ActiveSearch`, and `<plural>ActiveView` for sort and field filters. They are those of the
 * tenant in which the list was seen last, `<plural>ActiveTenant`; `<plural>ActiveTenants` holds the state of each tenant. In a
 * tenant in which it was never seen a list is untouched, but for the size of its pages.
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
      // Nothing to do: the state is in the address as well.
    }
  }
  const tenants = () => new Map(entriesOf(read('Tenants')))

  /** What the keys of the specification say, as far as they are meant for the tenant. */
  const lastSeen = (tenantOid: string): URLSearchParams => {
    const seenIn = read('Tenant')
    const isMeant = seenIn === null || seenIn === tenantOid
    const params = new URLSearchParams(isMeant ? (read('View') ?? '') : '')
    const known = isMeant
      ? { page: seenIn === null ? null : read('Page'), size: read('PageSize'), tab: read('Filter'), q: read('Search') }
      : { size: read('PageSize') }
    for (const [name, value] of Object.entries(known)) {
      if (value !== null) params.set(name, value)
    }
    return params
  }

  return {
    read(tenantOid) {
      const own = tenants().get(tenantOid)
      return listStateFromParams(own === undefined || read('Tenant') === tenantOid ? lastSeen(tenantOid) : new URLSearchParams(own), shape)
    },
    write(state, tenantOid) {
      const whole = listStateToParams(state, shape)
      const view = new URLSearchParams(whole)
      for (const name of ['page', 'size', 'tab', 'q']) view.delete(name)
      write('Page', String(state.page))
      write('PageSize', String(state.size))
      write('Filter', state.tab)
      write('Search', state.search)
      write('View', view.toString())
      write('Tenant', tenantOid)
      const others = tenants()
      others.delete(tenantOid)
      write('Tenants', JSON.stringify([...others, [tenantOid, whole.toString()]].slice(-rememberedTenants)))
    },
  }
}

/** States by tenant, the latest last; anything malformed reads as none. */
function entriesOf(text: string | null): [string, string][] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

const isEntry = (entry: unknown): entry is [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((one) => typeof one === 'string')

/** What was remembered of a list, where it opens without any state in its address; `undefined` where that changes nothing. */
export function restoredState(
  params: URLSearchParams,
  { shape, memory, tenantOid }: { shape: ListShape; memory: ListMemory; tenantOid: string },
): ListState | undefined {
  const remembered = params.size === 0 ? memory.read(tenantOid) : undefined
  return remembered && listStateToParams(remembered, shape).size > 0 ? remembered : undefined
}

/** What the page of a list is going to ask for first, so that the call can leave before the page is drawn. */
export function firstListQuery(shape: ListShape, { tenantOid, search }: { tenantOid: string; search: string }): ListQuery {
  const params = new URLSearchParams(search)
  const restored = restoredState(params, { shape, memory: listMemory(shape, localStorage), tenantOid })
  return listQuery(restored ?? listStateFromParams(params, shape), shape, tenantOid)
}
