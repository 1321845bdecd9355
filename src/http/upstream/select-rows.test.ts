import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { anyFilter, anyRecord, isRefused, matches, names, rsqlOf } from '../../../tests/support/api/filter-oracle.ts'
import { matcherOf, sorted } from './select-rows.ts'

const schema = {
  properties: {
    name: { type: 'string' },
    flag: { enum: ['fr', 'de', 'es'] },
    crew: { type: 'integer' },
    armed: { type: 'boolean' },
    launchedAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time', 'x-derived': { stamp: 'updatedAt' } },
    since: { type: 'string', format: 'month' },
    engine: { type: 'object', properties: { power: { type: 'integer' } } },
  },
} as unknown as EntitySchema

const records: Rec[] = fc.sample(anyRecord, { numRuns: names.length * 3, seed: 7 }).map((record, index) => ({
  ...record,
  oid: `o${index}`,
  name: `${names[index % names.length] ?? ''}${index < names.length ? '' : ` ${index}`}`,
  updatedAt: `2024-0${(index % 8) + 1}-01T00:00:00.000Z`,
}))

describe('filters in the browser', () => {
  it('find what the service finds: both agree with the same oracle', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        fc.pre(!isRefused(filter))
        const found = records.filter(matcherOf(rsqlOf(filter), schema)).map(({ oid }) => oid)
        expect(found, rsqlOf(filter)).toEqual(records.filter((record) => matches(filter, record)).map(({ oid }) => oid))
      }),
      { numRuns: 3000, seed: 11 },
    )
  })

  it('take null for no value, and compare rows without a schema by what they are', () => {
    expect(matcherOf('crew!=1', schema)({ crew: null })).toBe(true)
    expect(matcherOf('crew==0', schema)({ crew: null })).toBe(false)
    expect(matcherOf('port==8.0')({ port: 8 })).toBe(true)
    expect(matcherOf('name=ilike="%wall%"')({ name: 'Firewall' })).toBe(true)
  })

  it('take the printed name of a field for the field', () => {
    const seen = { properties: { seen: { type: 'string', 'x-wire': { selectors: ['lastSeen'] } } } } as unknown as EntitySchema
    expect(matcherOf('lastSeen=ilike="%May%"', seen)({ seen: 'in May' })).toBe(true)
  })
})

describe('the order in the browser', () => {
  const by = (field: string, order: 'asc' | 'desc', values: unknown[]) =>
    sorted(
      values.map((value, oid) => ({ oid: String(oid), [field]: value })),
      { by: field, order },
      schema,
    ).map((record: Rec) => record[field])

  it('of date-times is that of their instants', () => {
    const times = ['2024-01-01T12:00:00+02:00', '2024-01-01T09:00:00-04:30', '2024-01-01T11:00:00Z']
    expect(by('launchedAt', 'asc', times)).toEqual([times[0], times[2], times[1]])
  })

  it('of texts ignores case and diacritics, and takes numbers in them for letters', () => {
    expect(by('name', 'asc', ['zebra', 'Ångström', 'bury', 'Bäckerei', 'Box 10', 'Box 9', 'angle'])).toEqual([
      'angle',
      'Ångström',
      'Bäckerei',
      'Box 10',
      'Box 9',
      'bury',
      'zebra',
    ])
  })

  it('of numbers, booleans and months goes by value, with missing ones last, or first when descending', () => {
    expect(by('crew', 'asc', [10, null, 9, 1])).toEqual([1, 9, 10, null])
    expect(by('crew', 'desc', [10, null, 9, 1])).toEqual([null, 10, 9, 1])
    expect(by('armed', 'asc', [true, false, undefined])).toEqual([false, true, undefined])
    expect(by('since', 'desc', ['2025-12', '2026-02', '2026-01'])).toEqual(['2026-02', '2026-01', '2025-12'])
    expect(by('name', 'asc', ['a', '', 'B'])).toEqual(['', 'a', 'B'])
  })

  it('of equal values goes by identifier, in the same direction', () => {
    const equal = ['b', 'a', 'c'].map((oid) => ({ oid, crew: 1 }))
    expect(sorted(equal, { by: 'crew', order: 'asc' }, schema).map(({ oid }) => oid)).toEqual(['a', 'b', 'c'])
    expect(sorted(equal, { by: 'crew', order: 'desc' }, schema).map(({ oid }) => oid)).toEqual(['c', 'b', 'a'])
  })
})
