import { describe, expect, it } from 'vitest'
import type { Database } from '../db/database.ts'
import { replicationFrom, replicationOf } from './replication.ts'

const row = { name: 'db2', address: '10.0.0.2', state: 'streaming', sync: 'sync', lagBytes: '0', lagSeconds: null }
const withheld = { name: 'db2', address: null, state: null, sync: null, lagBytes: null, lagSeconds: null }
const server = (asOwner: () => Promise<unknown>) => ({ kind: 'postgres', asOwner }) as unknown as Database

describe('what a primary says of those who follow it', () => {
  it('is who they are and how far behind: not at all where nothing is left to replay', () => {
    expect(replicationFrom([row, { ...row, lagBytes: '5000000000', lagSeconds: 1.5 }])).toEqual({
      isReadable: true,
      followers: [
        { ...row, lagBytes: 0, lagSeconds: 0 },
        { ...row, lagBytes: 5_000_000_000, lagSeconds: 1.5 },
      ],
    })
  })

  it('has no time where nothing was measured, and no lag of whoever replays nothing', () => {
    const followers = [
      { ...row, lagBytes: '9' },
      { ...row, lagBytes: null },
    ]
    expect(replicationFrom(followers).followers.map(({ lagBytes, lagSeconds }) => [lagBytes, lagSeconds])).toEqual([
      [9, null],
      [null, null],
    ])
  })

  it('has no state that PostgreSQL does not know', () => {
    expect(replicationFrom([{ ...row, state: 'dreaming', sync: 'perhaps' }]).followers[0]).toMatchObject({ state: null, sync: null })
  })

  it('is nobody where nobody follows, which everybody may know', () => {
    expect(replicationFrom([])).toEqual({ isReadable: true, followers: [] })
  })

  it('may not be read by a user from whom PostgreSQL withholds it', () => {
    expect(replicationFrom([row, withheld])).toEqual({ isReadable: false, followers: [] })
  })

  it.each(['42501', '42P01'])('may not be read where the engine refuses it: %s', async (code) => {
    const refusal = Object.assign(new Error('no'), { code })
    expect(await replicationOf(server(() => Promise.reject(refusal)))).toEqual({ isReadable: false, followers: [] })
  })

  it('fails where the database is away', async () => {
    const away = Object.assign(new Error('away'), { code: '57P01' })
    await expect(replicationOf(server(() => Promise.reject(away)))).rejects.toThrow('away')
  })

  it('is none of the embedded database', async () => {
    expect(await replicationOf({ kind: 'embedded' } as Database)).toBeNull()
  })
})
