import { describe, expect, it } from 'vitest'
import { headSeal, journalKey, linkHash } from './chain.ts'

describe('links of the journal', () => {
  const key = journalKey(Buffer.alloc(32, 1))

  it('depend on the key, the link before and the entry', () => {
    const links = [
      linkHash(key, '', 'a'),
      linkHash(key, 'x', 'a'),
      linkHash(key, '', 'b'),
      linkHash(key, '', 'xa'),
      linkHash(journalKey(Buffer.alloc(32, 2)), '', 'a'),
    ]
    expect(new Set(links).size).toBe(5)
  })

  it('seal one end of one chain only, with one key', () => {
    const head = { tenantOid: 'a', seq: 1, hash: 'h' }
    const seals = [head, { ...head, tenantOid: 'b' }, { ...head, seq: 2 }, { ...head, hash: 'i' }].map((one) => headSeal(key, one))
    seals.push(headSeal(journalKey(Buffer.alloc(32, 2)), head))
    expect(new Set(seals).size).toBe(5)
  })
})
