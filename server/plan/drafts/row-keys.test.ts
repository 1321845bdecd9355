import { describe, expect, it } from 'vitest'
import type { PropertySchema } from '../../../schemas/vocabulary/types.ts'
import { withIdsByKey } from './row-keys.ts'

const schema: PropertySchema = {
  properties: {
    tunnels: {
      type: 'array',
      'x-key': ['gateway', 'type'],
      items: { properties: { id: { type: 'string', readOnly: true }, gateway: { type: 'string' }, type: { type: 'string' } } },
    },
  },
}
const stored = {
  tunnels: [
    { id: '1', gateway: 'north', type: 'primary', psk: 'a' },
    { id: '2', gateway: 'south', type: 'primary', psk: 'b' },
  ],
}
const idsOf = (tunnels: object[]): unknown[] =>
  withIdsByKey({ tunnels }, stored, schema).tunnels.map((row) => ('id' in row ? row.id : null))

describe('rows that are sent without identifiers', () => {
  it('get those of the stored rows with the same key, in any order', () => {
    expect(
      idsOf([
        { gateway: 'south', type: 'primary', networkPref: 5 },
        { gateway: 'north', type: 'primary' },
      ]),
    ).toEqual(['2', '1'])
  })

  it('get none where the key differs, appears before, or belongs to a row that is sent with its identifier', () => {
    expect(idsOf([{ gateway: 'north', type: 'secondary' }, { gateway: 'north' }])).toEqual([null, null])
    const north = { gateway: 'north', type: 'primary' }
    expect(idsOf([north, north])).toEqual(['1', null])
    expect(idsOf([{ ...north, id: '1', type: 'secondary' }, north])).toEqual(['1', null])
  })
})
