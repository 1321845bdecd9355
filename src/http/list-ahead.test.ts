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

it('uses a prefetched response once, for the first call of the same query', async () => {
  const { list, source, askAhead } = listsAhead()
  void askAhead('customer', query)
  expect(list).toHaveBeenCalledTimes(1)
  expect(await source.list('customer', { ...query })).toMatchObject({ meta: { totalCount: 1 } })
  expect(await source.list('customer', query)).toMatchObject({ meta: { totalCount: 2 } })
})

it.each([
  ['another entity', 'partner', query],
  ['another query', 'customer', { ...query, page: 2 }],
])('does not use a prefetched response for %s', async (_what, entity, other) => {
  const { source, askAhead } = listsAhead()
  void askAhead('customer', query)
  expect(await source.list(entity, other)).toMatchObject({ meta: { totalCount: 2 } })
})

it('discards a prefetched response that is not used in time', async () => {
  const { source, askAhead } = listsAhead()
  void askAhead('customer', query)
  vi.advanceTimersByTime(10_000)
  expect(await source.list('customer', query)).toMatchObject({ meta: { totalCount: 2 } })
})

it('exposes a prefetched response from its arrival until the first call uses it', async () => {
  const { source, askAhead } = listsAhead()
  const whenDone = askAhead('customer', query)
  expect(source.listAhead?.('customer', query)).toBeUndefined()
  await whenDone
  expect(source.listAhead?.('customer', { ...query })).toMatchObject({ meta: { totalCount: 1 } })
  expect(source.listAhead?.('partner', query)).toBeUndefined()
  await source.list('customer', query)
  expect(source.listAhead?.('customer', query)).toBeUndefined()
})

it('passes a failed prefetch on to the first call, and the next call requests again', async () => {
  const { list, source, askAhead } = listsAhead()
  list.mockRejectedValueOnce(new Error('away'))
  await expect(askAhead('customer', query)).resolves.toBeUndefined()
  await expect(source.list('customer', query)).rejects.toThrow('away')
  expect(await source.list('customer', query)).toMatchObject({ meta: { totalCount: 1 } })
})
