import { describe, expect, it } from 'vitest'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { adoptEarlierDraft, presentDraft } from './earlier-draft.ts'
import { readDraft, storeDraft, type DraftIdentity } from './stored-draft.ts'

const schema = {
  $id: 'mooring',
  'x-was': ['berth'],
  properties: {
    person: { type: 'string', 'x-was': ['contact'] },
    city: { type: 'string', 'x-was': ['/address/town'] },
    address: { type: 'object', properties: { street: { type: 'string', 'x-was': ['road'] } } },
    kind: { enum: ['guest'], 'x-options': { guest: { 'x-was': ['visitor'] } } },
    boats: {
      type: 'array',
      'x-was': ['ships'],
      items: { type: 'object', properties: { seats: { type: 'integer', 'x-was': ['places'] } } },
    },
  },
} as unknown as EntitySchema

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    kept,
  }
}

const identity: DraftIdentity = { userOid: 'u', tenantOid: 't', entity: 'mooring', oid: 'a' }

describe('work that was stored before fields were renamed', () => {
  it('belongs to the present fields, at any depth, with the present options', () => {
    const values = {
      '/contact': { base: 'Ann', mine: 'Bob' },
      '/kind': { base: null, mine: 'visitor' },
      '/address/road': { base: 'Quay', mine: 'Pier' },
      '/ships': { base: [{ id: '1', places: 2 }], mine: [{ id: '1', places: 3 }] },
    }
    const draft = { savedAt: 1, revision: 4, values, acted: { '/contact': 'Bob', '/address/road': null } }
    expect(presentDraft(draft, schema)).toEqual({
      savedAt: 1,
      revision: 4,
      values: {
        '/person': { base: 'Ann', mine: 'Bob' },
        '/kind': { base: null, mine: 'guest' },
        '/address/street': { base: 'Quay', mine: 'Pier' },
        '/boats': { base: [{ id: '1', seats: 2 }], mine: [{ id: '1', seats: 3 }] },
      },
      acted: { '/person': 'Bob', '/address/street': null },
    })
  })

  it('goes with what was moved out of an object that it holds as a whole', () => {
    const values = { '/address': { base: null, mine: { town: 'Kiel', road: 'Quay' } }, '/address/town': { base: 'Rome', mine: 'Bonn' } }
    expect(presentDraft({ savedAt: 1, values: { '/address': values['/address'] } }, schema).values).toEqual({
      '/address': { base: null, mine: { street: 'Quay' } },
      '/city': { base: null, mine: 'Kiel' },
    })
    expect(presentDraft({ savedAt: 1, values: { '/address/town': values['/address/town'] } }, schema).values).toEqual({
      '/city': { base: 'Rome', mine: 'Bonn' },
    })
  })

  it('is found when the entity was renamed, and does not replace newer work', () => {
    const store = storage()
    const old = { savedAt: 1000, values: { '/contact': { base: 'a', mine: 'b' } } }
    storeDraft(store, { ...identity, entity: 'berth' }, old)
    adoptEarlierDraft(store, identity, schema)
    expect(readDraft(store, identity, 2000)).toEqual(old)
    expect(store.kept.size).toBe(1)
    storeDraft(store, { ...identity, entity: 'berth' }, { ...old, savedAt: 500 })
    adoptEarlierDraft(store, identity, schema)
    expect([readDraft(store, identity, 2000)?.savedAt, store.kept.size]).toEqual([1000, 1])
  })

  it('stays as it is where nothing was renamed', () => {
    const draft = { savedAt: 1, values: { '/name': { base: 'a', mine: 'b' } } }
    expect(presentDraft(draft, { ...schema, properties: { name: { type: 'string' } } } as EntitySchema)).toBe(draft)
  })
})
