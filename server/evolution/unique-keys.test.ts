import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntityModel } from '../entities/model/entity-model.ts'
import { SharedKeys } from './unique-keys.ts'

function keysOf(fields: string[], meta: { scope: string; parent?: string } = { scope: 'tenant' }): SharedKeys {
  return new SharedKeys({ meta, storedNames: fields } as unknown as EntityModel, { index: 'ux', fields, because: 'taken' })
}

/** Oids of records that share a key, set by set. */
function sharing(keys: SharedKeys, records: readonly (readonly [tenant: string, record: object])[]): number[][] {
  for (const [tenant, record] of records) keys.note({ ...record }, tenant)
  if (!keys.hasShared()) return []
  const sets = new Map<string, number[]>()
  for (const [at, [tenant, record]] of records.entries()) {
    const text = keys.sharedText({ ...record }, tenant)
    if (text !== undefined) sets.set(text, [...(sets.get(text) ?? []), at])
  }
  return [...sets.values()].filter((set) => set.length > 1)
}

describe('values that no two records may share', () => {
  it('are found wherever they are shared, whatever their number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ a: fc.nat(40), b: fc.constantFrom('x', 'y', undefined, null) }), {
          minLength: 50,
          maxLength: 3_000,
          size: 'max',
        }),
        (records) => {
          const wanted = new Map<string, number[]>()
          for (const [at, { a, b }] of records.entries())
            if (b !== undefined && b !== null) wanted.set(`${a} ${b}`, [...(wanted.get(`${a} ${b}`) ?? []), at])
          const found = sharing(
            keysOf(['a', 'b']),
            records.map((record) => ['t', record]),
          )
          expect(found).toEqual([...wanted.values()].filter((set) => set.length > 1))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('are those of one overlay, and of one tenant where the key names it', () => {
    const records = [
      ['one', { name: 'a', parent: 'one' }],
      ['other', { name: 'a', parent: 'other' }],
      ['one', { name: 'a', parent: 'one' }],
    ] as const
    expect(sharing(keysOf(['name']), records)).toEqual([[0, 1, 2]])
    expect(sharing(keysOf(['name'], { scope: 'overlay' }), records)).toEqual([[0, 2]])
    expect(sharing(keysOf(['parent', 'name'], { scope: 'tenant', parent: 'parent' }), records)).toEqual([[0, 2]])
  })

  it('are compared as the database compares them: within objects, and regardless of the order of properties', () => {
    expect(
      sharing(keysOf(['at/x']), [
        ['t', { at: { x: 1 } }],
        ['t', { at: { x: 1 } }],
        ['t', { at: null }],
        ['t', {}],
      ]),
    ).toEqual([[0, 1]])
    expect(
      sharing(keysOf(['o']), [
        ['t', { o: { x: 1, y: 2 } }],
        ['t', { o: { y: 2, x: 1 } }],
        ['t', { o: { x: 1 } }],
      ]),
    ).toEqual([[0, 1]])
  })
})
