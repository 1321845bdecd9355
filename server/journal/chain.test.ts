import { describe, expect, it } from 'vitest'
import { chainSealer, CURRENT_FORM } from './chain.ts'

describe('journal chain links', () => {
  const sealer = chainSealer(Buffer.alloc(32, 1))
  const other = chainSealer(Buffer.alloc(32, 2))
  const link = { form: CURRENT_FORM, before: '', tenantPath: 'a.', text: 'a' }
  const end = { form: CURRENT_FORM, tenantOid: 'a', tenantPath: 'a.', seq: 1, hash: 'h' }

  it('depend on the key, the form, the previous link, the tenant path and the entry', () => {
    const changed = [{}, { before: 'x' }, { text: 'b' }, { text: 'xa' }, { tenantPath: 'a.b.' }, { form: 1 }]
    const links = changed.map((change) => sealer.link({ ...link, ...change }))
    expect(new Set([...links, other.link(link)]).size).toBe(changed.length + 1)
  })

  it('seal one end of one chain only, with one key', () => {
    const changed = [{}, { tenantOid: 'b' }, { tenantPath: 'b.' }, { seq: 2 }, { hash: 'i' }, { form: 1 }]
    const seals = changed.map((change) => sealer.seal({ ...end, ...change }))
    expect(new Set([...seals, other.seal(end)]).size).toBe(changed.length + 1)
  })

  it('are undefined for an unknown form', () => {
    expect(sealer.link({ ...link, form: 3 })).toBeUndefined()
    expect(sealer.seal({ ...end, form: 0 })).toBeUndefined()
  })

  it('match earlier versions in form 1', () => {
    expect(sealer.link({ ...link, form: 1, before: 'x' })).toBe('qoxxg5coWwap9_Hw-q2ku7fP4xozEMid0ZoOAyW1c7I')
    expect(sealer.seal({ ...end, form: 1 })).toBe('S-IYrpv7k_wGjU4juFu3fm-faqjzcXN4mlhwKRSWtrg')
  })
})
