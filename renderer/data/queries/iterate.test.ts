import { describe, expect, it } from 'vitest'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { example } from '../example.fixture.ts'
import type { ListQuery } from '../data-source.ts'
import { iteratePages, iterateRows } from './iterate.ts'

const query = { tenantOid: 't1', sort: { by: 'code', order: 'asc' as const } }

/** A service with that many rows that never sends more than `most` a page. */
function service(total: number, most: number) {
  const calls: ListQuery[] = []
  return {
    calls,
    list: async (_entity: string, asked: ListQuery) => {
      calls.push(asked)
      const size = Math.min(asked.size, most)
      const from = (asked.page - 1) * size
      const data = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, index) => example(from + index))
      return { data, meta: { totalCount: total, page: asked.page, size, counts: {}, can: {} } }
    },
  }
}

async function walk(pages: AsyncIterable<{ records: ServedRecord[] }>): Promise<string[]> {
  const oids: string[] = []
  for await (const { records } of pages) oids.push(...records.map((record) => record.oid))
  return oids
}

describe('iterating over a whole list', () => {
  it.each([
    [0, 1000, 1],
    [1000, 1000, 1],
    [2500, 1000, 3],
    [2500, 100, 25],
  ])('yields all of %i rows from a service that sends at most %i per page', async (total, most, calls) => {
    const source = service(total, most)
    expect(await walk(iteratePages(source, { entity: 'rack', query }))).toHaveLength(total)
    expect(source.calls).toHaveLength(calls)
  })

  it('yields a row once if it moved to a later page meanwhile', async () => {
    const answers = [
      [example(1), example(2)],
      [example(2), example(3)],
    ]
    const list = async (_entity: string, { page }: ListQuery) => ({
      data: answers[page - 1] ?? [],
      meta: { totalCount: 4, page, size: 2, counts: {}, can: {} },
    })
    expect(await walk(iteratePages({ list }, { entity: 'rack', query }))).toEqual(['b1', 'b2', 'b3'])
  })

  it('stops when it is aborted', async () => {
    const stop = new AbortController()
    const source = service(5000, 1000)
    const walking = (async () => {
      for await (const page of iteratePages(source, { entity: 'rack', query, signal: stop.signal })) {
        expect(page.records).toHaveLength(1000)
        stop.abort()
      }
    })()
    await expect(walking).rejects.toThrow(/abort/i)
    expect(source.calls).toHaveLength(1)
  })
})

const rowsQuery = { tenantOid: 't1', filter: 'heightU=gt=4' }

/** A service with that many rows, `b0` and on. */
function keysetService(total: number) {
  const calls: ListQuery[] = []
  const list = async (_entity: string, asked: ListQuery) => {
    calls.push(asked)
    const from = asked.after === '' ? 0 : Number(asked.after?.slice(1)) + 1
    const data = Array.from({ length: Math.max(0, Math.min(asked.size, total - from)) }, (_, index) => example(from + index))
    const next = data.length === asked.size ? { next: `b${from + data.length - 1}` } : {}
    return { data, meta: { totalCount: asked.after === '' ? total : data.length, page: 1, size: asked.size, counts: {}, can: {}, ...next } }
  }
  return { calls, list }
}

describe('iterating over every row of a list', () => {
  it.each([
    [0, 1],
    [1000, 2],
    [2500, 3],
  ])('yields all of %i rows in %i calls, with the index of the first row', async (total, calls) => {
    const source = keysetService(total)
    const oids: string[] = []
    for await (const step of iterateRows(source, { entity: 'rack', query: rowsQuery })) {
      expect(step.total).toBe(total)
      oids.push(...step.records.map(({ oid }) => oid))
    }
    expect(new Set(oids).size).toBe(total)
    expect(source.calls.map(({ filter }) => filter)).toEqual(Array(calls).fill('heightU=gt=4'))
  })

  it('stops when it is aborted', async () => {
    const stop = new AbortController()
    const walk = iterateRows(keysetService(5000), { entity: 'rack', query: rowsQuery, signal: stop.signal })
    await walk.next()
    stop.abort()
    await expect(walk.next()).rejects.toThrow('aborted')
  })
})
