import { describe, expect, it } from 'vitest'
import { headSeal, journalKey, linkHash } from './chain.ts'

describe('links of the journal', () => {
  const key = journalKey(Buffer.alloc(32, 1))

  it('depend on the key, the link before and the entry', () => {
    const links = [
      linkHash(key, '', 'a'),
      linkHash(key, 'x', 'a'),
      linkHash(key, '', 'b'),
      linkHash(journalKey(Buffer.alloc(32, 2)), '', 'a'),
    ]
    expect(new Set(links).size).toBe(4)
  })

  it('seal the end of one chain only', () => {
    expect(headSeal(key, { tenantOid: 'a', seq: 1, hash: 'h' })).not.toBe(headSeal(key, { tenantOid: 'b', seq: 1, hash: 'h' }))
  })
})
