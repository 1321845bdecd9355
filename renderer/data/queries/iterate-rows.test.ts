import { describe, expect, it } from 'vitest'
import { example } from '../example.fixture.ts'
import type { ListQuery } from '../data-source.ts'
import { iterateRows } from './iterate-rows.ts'

const query = { tenantOid: 't1', filter: 'lengthM=gt=4' }

/** A service with that many rows, `b0` and on. */
function service(total: number) {
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

describe('walking every row of a list', () => {
  it.each([
    [0, 1],
    [1000, 2],
    [2500, 3],
  ])('brings all of %i rows in %i calls, and the number of the first', async (total, calls) => {
    const source = service(total)
    const oids: string[] = []
    for await (const step of iterateRows(source, { entity: 'berth', query })) {
      expect(step.total).toBe(total)
      oids.push(...step.records.map(({ oid }) => oid))
    }
    expect(new Set(oids).size).toBe(total)
    expect(source.calls.map(({ filter }) => filter)).toEqual(Array(calls).fill('lengthM=gt=4'))
  })

  it('stops when it is told to', async () => {
    const stop = new AbortController()
    const walk = iterateRows(service(5000), { entity: 'berth', query, signal: stop.signal })
    await walk.next()
    stop.abort()
    await expect(walk.next()).rejects.toThrow('aborted')
  })
})
