import { describe, expect, it } from 'vitest'
import { draftKey, forgetDraft, forgetOldDrafts, storedForMs, readDraft, storeDraft } from './stored-draft.ts'
import type { DraftIdentity } from './stored-draft.ts'

const identity: DraftIdentity = { userOid: 'u', tenantOid: 't', entity: 'partner', oid: 'a/b' }

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
    kept,
  }
}

const work = { savedAt: 1000, revision: 4, values: { '/name': { base: 'a', mine: 'b' } } }

describe('a stored draft', () => {
  it('is found again by person, tenant, entity and record', () => {
    const store = storage()
    storeDraft(store, identity, work)
    expect(readDraft(store, identity, 2000)).toEqual(work)
    expect(readDraft(store, { ...identity, userOid: 'other' }, 2000)).toBeUndefined()
    expect(readDraft(store, { ...identity, oid: undefined }, 2000)).toBeUndefined()
  })

  it('expires, and is removed then', () => {
    const store = storage()
    storeDraft(store, identity, work)
    expect(readDraft(store, identity, 1000 + storedForMs)).toBeUndefined()
    expect(store.kept.size).toBe(0)
  })

  it('expires even if nobody opens its record again', () => {
    const store = storage()
    const [old, young] = [
      { ...identity, oid: 'old' },
      { ...identity, oid: 'young' },
    ]
    storeDraft(store, old, work)
    storeDraft(store, young, { ...work, savedAt: 1001 })
    store.setItem(draftKey({ ...identity, oid: 'broken' }), '{')
    const later = draftKey({ ...identity, oid: 'of a later version' })
    store.setItem(later, JSON.stringify({ format: 2, savedAt: 1001 }))
    store.setItem('language', 'de')
    forgetOldDrafts(store, 1000 + storedForMs)
    expect([...store.kept.keys()]).toEqual([draftKey(young), later, 'language'])
  })

  it('is removed if it cannot be read', () => {
    const store = storage()
    const other = JSON.stringify({ ...work, format: 2 })
    for (const broken of ['{', '[]', other, other.replace('"format":2', '"format":1').replace('1000', '"x"')]) {
      store.setItem(draftKey(identity), broken)
      expect(readDraft(store, identity, 2000)).toBeUndefined()
      expect(store.kept.size).toBe(0)
    }
  })

  it('is silently not stored when the storage is full', () => {
    const full = {
      ...storage(),
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    }
    expect(() => storeDraft(full, identity, work)).not.toThrow()
  })

  it('can be discarded', () => {
    const store = storage()
    storeDraft(store, identity, work)
    forgetDraft(store, identity)
    expect(store.kept.size).toBe(0)
  })
})
