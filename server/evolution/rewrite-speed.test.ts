import { describe, expect, it } from 'vitest'
import { expectedSpeed, type Rewrite } from './rewrite-speed.ts'

const rewrite = (over: Partial<Rewrite>): Rewrite => ({
  entity: 'partner',
  version: 1,
  beganAt: '2026-11-01T10:00:00.000Z',
  endedAt: '2026-11-01T10:00:10.000Z',
  rows: 50_000,
  rowsPerSecond: 5_000.4,
  ...over,
})

const postgres = { kind: 'postgres' } as const

describe('the speed of a rewrite', () => {
  it('is that of the last one in the same database, which is named', () => {
    expect(expectedSpeed(postgres, [rewrite({}), rewrite({ entity: 'customer', rowsPerSecond: 1 })], { rows: 1e6, seconds: 1 })).toEqual({
      from: 'backfill',
      rowsPerSecond: 5_000,
      entity: 'partner',
      at: '2026-11-01T10:00:10.000Z',
    })
  })

  it('is a part of that of reading where only a few rows were ever rewritten', () => {
    const slow = expectedSpeed(postgres, [rewrite({ rows: 999 })], { rows: 20_000, seconds: 2 })
    const quick = expectedSpeed(postgres, [], { rows: 20_000, seconds: 1 })
    expect([slow.from, quick.from]).toEqual(['reading', 'reading'])
    expect(slow.rowsPerSecond).toBeLessThan(10_000)
    expect(quick.rowsPerSecond / slow.rowsPerSecond).toBeCloseTo(2, 2)
  })

  it('is assumed where next to nothing was read', () => {
    expect(expectedSpeed(postgres, [], { rows: 999, seconds: 1 }).from).toBe('assumed')
    expect(expectedSpeed(postgres, [], { rows: 0, seconds: 0 }).rowsPerSecond).toBeGreaterThan(0)
  })
})
