import type { QueryResult } from 'pg'
import { describe, expect, it } from 'vitest'
import { freeBytes, refuseWritesWhenFull } from './disk-space.ts'

const MEGABYTE = 1024 * 1024

describe('an embedded database in a folder', () => {
  it.each([
    'insert into t values (1)',
    '\n  update t set x = 1',
    'delete from t',
    'with gone as (delete from t returning *) select * from gone',
    'create table t ()',
  ])('refuses to write without free disk space: %j', { tags: ['H-7.9'] }, async (text) => {
    let free = 10 * MEGABYTE
    const client = refuseWritesWhenFull({ query: async () => ({ rows: ['done'] }) as QueryResult }, () => free)
    await expect(client.query({ text, values: [] })).rejects.toMatchObject({ code: '53100' })
    free = 1000 * MEGABYTE
    await new Promise((done) => setTimeout(done, 300))
    expect(await client.query({ text, values: [] })).toEqual({ rows: ['done'] })
  })

  it.each(['select 1', 'begin', 'commit', 'rollback', 'with a as (select 1) select * from a', "select 'insert into t'"])(
    'reads and ends open transactions without free disk space: %j',
    { tags: ['H-7.9'] },
    async (text) => {
      const client = refuseWritesWhenFull({ query: async () => ({ rows: ['done'] }) as QueryResult }, () => 0)
      expect(await client.query({ text, values: [] })).toEqual({ rows: ['done'] })
    },
  )

  it('determines the free space of its file system', () => {
    expect(freeBytes(import.meta.dirname)).toBeGreaterThan(0)
  })
})
