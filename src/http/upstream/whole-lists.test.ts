import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { otherService, type Called } from './other-service.fixture.ts'
import { WholeLists } from './whole-lists.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rowsUpTo = (count: number): Rec[] => Array.from({ length: count }, (_one, index) => ({ id: index }))

function lists(answer: (asked: { page: number; size: number; call: number }) => unknown) {
  let call = 0
  const service = otherService({
    'GET /list': ({ query }: Called) => answer({ page: Number(query?.['page']), size: Number(query?.['size']), call: (call += 1) }),
  })
  return { known: new WholeLists(service.ports.client, () => 'o'), calls: service.calls }
}

describe('a whole list', () => {
  it('is read in pages until the total is reached', async () => {
    const all = rowsUpTo(2500)
    const { known, calls } = lists(({ page, size }) => ({ data: all.slice((page - 1) * size, page * size), meta: { totalCount: 2500 } }))
    expect((await known.of('/list', {})).rows).toEqual(all)
    expect(calls).toHaveLength(3)
  })

  it('may begin with page 0', async () => {
    const all = rowsUpTo(1500)
    const { known } = lists(({ page, size }) => ({ data: all.slice(page * size, (page + 1) * size), meta: { totalCount: 1500 } }))
    expect((await known.of('/list', {}, 0)).rows).toEqual(all)
  })

  it('is complete without a total after a page that is not full', async () => {
    const all = rowsUpTo(1200)
    const { known, calls } = lists(({ page, size }) => ({ data: all.slice((page - 1) * size, page * size) }))
    expect((await known.of('/list', {})).rows).toEqual(all)
    expect(calls).toHaveLength(2)
  })

  it('is read on where the service sends smaller pages than asked for', async () => {
    const all = rowsUpTo(250)
    const { known } = lists(({ page }) => ({ data: all.slice((page - 1) * 100, page * 100), meta: { size: 100 } }))
    expect((await known.of('/list', {})).rows).toEqual(all)
  })

  it('holds each row once where the service knows no pages', async () => {
    const { known, calls } = lists(() => rowsUpTo(1300))
    expect((await known.of('/list', {})).rows).toEqual(rowsUpTo(1300))
    expect(calls).toHaveLength(2)
  })

  it('holds each row once where pages have one row more than asked for', async () => {
    const all = rowsUpTo(1999)
    const { known } = lists(({ page, size }) => ({ data: all.slice((page - 1) * size, page * size + 1), meta: { totalCount: 1999 } }))
    expect((await known.of('/list', {})).rows).toEqual(all)
  })

  it('makes records of mere names, and nothing of no answer', async () => {
    expect((await lists(() => ({ data: ['Internet', 'MPLS'] })).known.of('/list', {})).rows).toEqual([
      { name: 'Internet' },
      { name: 'MPLS' },
    ])
    expect((await lists(() => null).known.of('/list', {})).rows).toEqual([])
  })

  it('ends although the service goes on for ever', async () => {
    const { known, calls } = lists(({ call }) => ({ data: [{ id: call }], meta: { totalCount: 1e9 } }))
    expect((await known.of('/list', {})).rows).toHaveLength(1000)
    expect(calls).toHaveLength(1000)
    const same = lists(() => ({ data: [{ id: 1 }], meta: { totalCount: 1e9 } }))
    expect((await same.known.of('/list', {})).rows).toHaveLength(1)
  })
})

describe('callers of whole lists', () => {
  it('share an answer for five seconds', async () => {
    const { known, calls } = lists(() => rowsUpTo(1))
    await Promise.all([known.of('/list', {}), known.of('/list', {})])
    await known.of('/list', {})
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5001)
    await known.of('/list', {})
    expect(calls).toHaveLength(2)
  })

  it('ask anew after a change, also while an older call is under way', async () => {
    const { known, calls } = lists(({ call }) => [{ id: call }])
    const before = known.of('/list', {})
    known.forget()
    const after = known.of('/list', {})
    expect((await before).rows).toEqual([{ id: 1 }])
    expect((await after).rows).toEqual([{ id: 2 }])
    expect((await known.of('/list', {})).rows).toEqual([{ id: 2 }])
    expect(calls).toHaveLength(2)
  })

  it('ask apart by query, and again after a failure', async () => {
    const { known, calls } = lists(({ call }) => {
      if (call === 1) throw new Error('away')
      return []
    })
    await expect(known.of('/list', {})).rejects.toThrow('away')
    await known.of('/list', {})
    await known.of('/list', { tenantOid: 't' })
    expect(calls).toHaveLength(3)
  })
})
