import type { ListQuery } from '../data/data-source.ts'
import { listMemory, type ListMemory } from './list-memory.ts'
import { listQuery, listStateFromParams, listStateToParams, type ListShape, type ListState } from './list-state.ts'

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
