import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DataSource, ListQuery } from '../../renderer/data/data-source.ts'
import { withListsAhead } from './list-ahead.ts'

const query: ListQuery = { tenantOid: 't1', page: 1, size: 50, sort: { by: 'name', order: 'asc' } }

function listsAhead() {
  let count = 0
  const list = vi.fn(async () => ({ data: [], meta: { totalCount: ++count } }))
  return { list, ...withListsAhead({ list } as unknown as DataSource) }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('gives the answer that was asked for ahead to the first call of the same query, once', async () => {
  const { list, source, askAhead } = listsAhead()
  void askAhead('customer', query)
  expect(list).toHaveBeenCalledTimes(1)
  expect(await source.list('customer', { ...query })).toMatchObject({ meta: { totalCount: 1 } })
  expect(await source.list('customer', query)).toMatchObject({ meta: { totalCount: 2 } })
})

it.each([
  ['another entity', 'partner', query],
  ['another query', 'customer', { ...query, page: 2 }],
])('keeps it from %s', async (_what, entity, other) => {
  const { source, askAhead } = listsAhead()
  void askAhead('customer', query)
  expect(await source.list(entity, other)).toMatchObject({ meta: { totalCount: 2 } })
})

it('forgets what nobody fetched', async () => {
  const { source, askAhead } = listsAhead()
  void askAhead('customer', query)
  vi.advanceTimersByTime(10_000)
  expect(await source.list('customer', query)).toMatchObject({ meta: { totalCount: 2 } })
})

it('knows the answer that the first call is going to get, from when it has come until that call', async () => {
  const { source, askAhead } = listsAhead()
  const whenDone = askAhead('customer', query)
  expect(source.listAhead?.('customer', query)).toBeUndefined()
  await whenDone
  expect(source.listAhead?.('customer', { ...query })).toMatchObject({ meta: { totalCount: 1 } })
  expect(source.listAhead?.('partner', query)).toBeUndefined()
  await source.list('customer', query)
  expect(source.listAhead?.('customer', query)).toBeUndefined()
})

it('hands its failure on, and the next call asks anew', async () => {
  const { list, source, askAhead } = listsAhead()
  list.mockRejectedValueOnce(new Error('away'))
  await expect(askAhead('customer', query)).resolves.toBeUndefined()
  await expect(source.list('customer', query)).rejects.toThrow('away')
  expect(await source.list('customer', query)).toMatchObject({ meta: { totalCount: 1 } })
})
