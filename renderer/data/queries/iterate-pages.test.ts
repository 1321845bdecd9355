import { describe, expect, it } from 'vitest'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { example } from '../example.fixture.ts'
import type { ListQuery } from '../data-source.ts'
import { iteratePages } from './iterate-pages.ts'

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

describe('walking a whole list', () => {
  it.each([
    [0, 1000, 1],
    [1000, 1000, 1],
    [2500, 1000, 3],
    [2500, 100, 25],
  ])('brings all of %i rows from a service that sends at most %i', async (total, most, calls) => {
    const source = service(total, most)
    expect(await walk(iteratePages(source, { entity: 'berth', query }))).toHaveLength(total)
    expect(source.calls).toHaveLength(calls)
  })

  it('brings a row once that moved to a later page meanwhile', async () => {
    const answers = [
      [example(1), example(2)],
      [example(2), example(3)],
    ]
    const list = async (_entity: string, { page }: ListQuery) => ({
      data: answers[page - 1] ?? [],
      meta: { totalCount: 4, page, size: 2, counts: {}, can: {} },
    })
    expect(await walk(iteratePages({ list }, { entity: 'berth', query }))).toEqual(['b1', 'b2', 'b3'])
  })

  it('stops when it is told to', async () => {
    const stop = new AbortController()
    const source = service(5000, 1000)
    const walking = (async () => {
      for await (const page of iteratePages(source, { entity: 'berth', query, signal: stop.signal })) {
        expect(page.records).toHaveLength(1000)
        stop.abort()
      }
    })()
    await expect(walking).rejects.toThrow(/abort/i)
    expect(source.calls).toHaveLength(1)
  })
})
