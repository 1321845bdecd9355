import { describe, expect, it } from 'vitest'
import { changesOf } from './compare.ts'

const schema = {
  properties: {
    name: { type: 'string' },
    note: { type: 'string' },
    contact: { type: 'object', properties: { name: { type: 'string' }, mail: { type: 'string' } } },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    rows: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' }, port: { type: 'integer' } } } },
  },
} as const

const stored = {
  oid: 'x',
  revision: 3,
  name: 'Paris',
  contact: { name: 'Ada', mail: 'ada@example.org' },
  rows: [
    { id: 'a', port: 1, shown: '1' },
    { id: 'b', port: 2, shown: '2' },
  ],
}
const changes = (wanted: Record<string, unknown>): Record<string, unknown> => changesOf(schema as never, wanted, stored)

describe('what a file changes of a record', () => {
  it('is nothing where it says what is stored, empty texts and missing fields included', () => {
    expect(changes({ name: 'Paris', note: null, contact: { mail: 'ada@example.org' }, rows: [{ port: 1 }, { port: 2 }] })).toEqual({})
    expect(changes({ note: '' })).toEqual({})
    expect(changes({ address: { city: null } })).toEqual({})
  })

  it('is only what differs, within objects, too', () => {
    expect(changes({ name: 'Lyon', contact: { name: 'Ada', mail: null } })).toEqual({ name: 'Lyon', contact: { mail: null } })
    expect(changes({ address: { city: 'Brest' } })).toEqual({ address: { city: 'Brest' } })
  })

  it('is a whole list, whose rows keep their identifiers where they say what is stored', () => {
    expect(changes({ rows: [{ port: 2 }, { port: 3 }] })).toEqual({ rows: [{ port: 2, id: 'b' }, { port: 3 }] })
    expect(changes({ rows: [] })).toEqual({ rows: [] })
  })
})
