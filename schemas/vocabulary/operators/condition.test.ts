import { describe, expect, it } from 'vitest'
import { compileCondition } from './condition.ts'
import type { RuleContext } from '../context.ts'
import { operators } from './operators.ts'
import type { Condition, EntitySchema, Rec } from '../types.ts'
import { values } from '../values.ts'
import { eachCase } from '../../../tests/support/each-case.ts'

const schema = {
  $id: 'rack',
  type: 'object',
  properties: {
    code: { type: 'string' },
    other: { type: 'string' },
    address: { type: 'string' },
    length: { type: 'integer' },
    open: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    pick: { type: 'string' },
    owner: { type: 'string', 'x-ref': { entity: 'person' } },
    crew: { type: 'array', items: { type: 'string', 'x-ref': { entity: 'person' } } },
    rooms: {
      type: 'object',
      properties: {
        north: { type: 'object', properties: { depth: { type: 'integer' } } },
        south: { type: 'object', properties: { depth: { type: 'integer' } } },
      },
    },
    nets: { type: 'array', items: { type: 'object', properties: { prefix: { type: 'string' }, mask: { type: 'integer' } } } },
    places: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' }, size: { type: 'integer' } } } },
  },
  'x-rules': [],
} as unknown as EntitySchema

const net = (prefix: string | undefined, mask: number | undefined): Rec => ({ prefix, mask })
const people: Record<string, Rec> = {
  ada: { name: 'Ada', boss: 'ben', old: true },
  ben: { name: 'Ben', old: true },
  cy: { name: 'Cy', old: false },
}
const context: RuleContext = {
  tenant: { oid: 't', name: 'T', type: 'msp' },
  user: { oid: 'u' },
  can: { update: true },
  feature: {},
  editor: { creating: false },
}

function holds(condition: Condition, record: Rec, stored: Rec | null = null): boolean {
  return compileCondition(condition, schema, { where: 'test' }).holds({ record, context, stored, lookup: (_entity, oid) => people[oid] })
}

describe('date-times', () => {
  it('are compared as instants, whatever their offsets', () => {
    const endsAfter = { other: { gt: { from: 'code' } } }
    expect(holds(endsAfter, { code: '2026-05-01T12:00:00+02:00', other: '2026-05-01T10:30:00Z' })).toBe(true)
    expect(holds(endsAfter, { code: '2026-05-01T10:00:00-03:30', other: '2026-05-01T13:00:00Z' })).toBe(false)
    expect(holds({ code: '2026-05-01T10:00:00Z' }, { code: '2026-05-01T12:00:00+02:00' })).toBe(true)
    expect(holds({ code: { ge: { from: 'other' } } }, { code: '2026-05-01T10:00:00Z', other: '2026-05-01T12:00:00+02:00' })).toBe(true)
  })
})

describe('operators', () => {
  const cases: Record<keyof typeof operators, [condition: Condition, holdsFor: Rec[], failsFor: Rec[]]> = {
    eq: [{ code: { eq: 'a' } }, [{ code: 'a' }], [{ code: 'b' }, {}]],
    in: [{ code: { in: ['a', null] } }, [{ code: 'a' }, {}, { code: null }], [{ code: 'b' }, { code: '' }]],
    not: [{ open: { not: true } }, [{ open: false }, {}, { open: null }], [{ open: true }]],
    lt: [{ length: { lt: 3 } }, [{ length: 2 }], [{ length: 3 }, {}, { length: '2' }]],
    le: [{ length: { le: 3 } }, [{ length: 3 }], [{ length: 4 }, {}]],
    gt: [{ address: { gt: '10.0.0.9' } }, [{ address: '10.0.0.10' }], [{ address: '10.0.0.9' }, { address: '' }]],
    ge: [{ length: { ge: 3 } }, [{ length: 3 }], [{ length: 2 }, {}]],
    empty: [{ code: { empty: true } }, [{}, { code: '' }, { code: null }], [{ code: ' ' }]],
    count: [{ tags: { count: { ge: 2 } } }, [{ tags: ['a', 'b'] }], [{ tags: ['a'] }, {}]],
    contains: [{ code: { contains: 'wan1' } }, [{ code: 'wan1;wan2' }, { code: 'wan1' }], [{ code: 'wan10;wan2' }, {}]],
    matches: [{ code: { matches: 'ipv4' } }, [{ code: '10.0.0.1' }], [{ code: '10.0.0' }, { code: '' }, {}]],
    inSubnet: [
      { code: { inSubnet: { compute: 'subnet', of: ['address', 'length'] } } },
      [{ code: '10.0.0.0', address: '10.0.0.9', length: 24 }, { code: '10.0.0.1' }, { address: '10.0.0.9', length: 24 }],
      [
        { code: '10.0.1.0', address: '10.0.0.9', length: 24 },
        { code: '9.255.255.255', address: '10.0.0.9', length: 24 },
      ],
    ],
    hostOf: [
      { code: { hostOf: { compute: 'subnet', of: ['address', 'length'] } } },
      [
        { code: '10.0.0.1', address: '10.0.0.9', length: 24 },
        { code: '10.0.0.254', address: '10.0.0.9', length: 24 },
        { code: '10.0.0.8', address: '10.0.0.9', length: 31 },
        { code: '10.0.0.9', address: '10.0.0.9', length: 32 },
        { code: '10.0.0.0', address: '10.0.0.9', length: 33 },
        { code: '10.0.0.0', address: '10.0.0.9' },
      ],
      [
        { code: '10.0.0.0', address: '10.0.0.9', length: 24 },
        { code: '10.0.0.255', address: '10.0.0.9', length: 24 },
        { code: '10.0.0.8', address: '10.0.0.9', length: 30 },
        { code: '10.0.0.11', address: '10.0.0.9', length: 30 },
        { code: '10.0.0.10', address: '10.0.0.9', length: 31 },
        { code: '255.255.255.255', address: '10.0.0.9', length: 0 },
      ],
    ],
    zeroHostBits: [
      { address: { zeroHostBits: { from: 'length' } } },
      [{ address: '10.0.0.0', length: 24 }, { address: '10.0.0.7', length: 32 }, { address: '10.0.0.7' }, { length: 24 }],
      [
        { address: '10.0.0.128', length: 24 },
        { address: '128.0.0.0', length: 0 },
      ],
    ],
    distinct: [
      { 'places/*/size': { distinct: ['places/*/size', 'length'] } },
      [{ places: [{ size: 1 }, { size: 2 }, {}, {}], length: 3 }, { places: [{ size: 1 }] }, {}],
      [{ places: [{ size: 1 }, { size: 2 }, { size: 1 }] }, { places: [{ size: 1 }], length: 1 }],
    ],
    disjoint: [
      { 'nets/*/prefix': { disjoint: ['nets/*/prefix', 'nets/*/mask', 'address', 'length'] } },
      [
        { nets: [net('10.0.0.0', 24), net('10.0.1.0', 24), net('10.0.2.0', 23), net('10.0.0.0', undefined), net(undefined, 8)] },
        { nets: [net('10.0.0.0', 25)], address: '10.0.0.128', length: 25 },
      ],
      [
        { nets: [net('10.0.0.0', 24), net('10.0.0.0', 24)] },
        { nets: [net('10.0.3.0', 24), net('10.1.0.0', 16), net('10.0.2.0', 23)] },
        { nets: [net('10.0.0.0', 24)], address: '0.0.0.0', length: 0 },
      ],
    ],
    distinctSubnet: [
      { 'nets/*/prefix': { distinctSubnet: ['nets/*/prefix', 'nets/*/mask', 'address', 'length'] } },
      [
        { nets: [net('10.0.0.0', 24), net('10.0.0.0', 25), net('10.0.0.0', 8), net('10.0.0.0', undefined), net(undefined, 24)] },
        { nets: [net('10.0.0.0', 24)], address: '10.0.1.0', length: 24 },
      ],
      [
        { nets: [net('10.0.0.0', 24), net('10.0.1.0', 24), net('10.0.0.0', 24)] },
        { nets: [net('10.0.0.0', 24), net('10.0.0.7', 24)] },
        { nets: [net('10.0.0.0', 24)], address: '10.0.0.0', length: 24 },
      ],
    ],
    changed: [{ code: { changed: false } }, [{ code: 'x' }, {}], []],
    was: [{ code: { was: ['a'] } }, [], [{ code: 'a' }, {}]],
  }

  it('all have a test case', () => expect(Object.keys(cases).sort()).toEqual(Object.keys(operators).sort()))

  it.each(Object.entries(cases))('%s holds and fails as expected', (_name, [condition, holdsFor, failsFor]) => {
    for (const record of holdsFor) expect([record, holds(condition, record)]).toEqual([record, true])
    for (const record of failsFor) expect([record, holds(condition, record)]).toEqual([record, false])
  })

  it('compare with the stored record, matching rows by id', () => {
    const stored = {
      code: 'a',
      places: [
        { id: '1', size: 5 },
        { id: '2', size: 6 },
      ],
    }
    expect(holds({ code: { changed: true } }, { code: 'b' }, stored)).toBe(true)
    expect(holds({ code: { changed: true } }, { code: 'a' }, stored)).toBe(false)
    expect(holds({ code: { was: ['a', 'c'] } }, { code: 'b' }, stored)).toBe(true)
    expect(holds({ code: { was: 'b' } }, { code: 'b' }, stored)).toBe(false)
    expect(
      holds(
        { 'places/*/size': { changed: false } },
        {
          places: [
            { id: '2', size: 6 },
            { id: '1', size: 5 },
          ],
        },
        stored,
      ),
    ).toBe(true)
    expect(holds({ 'places/*/size': { changed: false } }, { places: [{ id: '2', size: 5 }] }, stored)).toBe(false)
  })
})

describe('conditions', () => {
  it('combine with "and" by default, and with any, all and not', () => {
    expect(holds({ code: 'a', open: true }, { code: 'a', open: false })).toBe(false)
    expect(holds({ any: [{ code: 'a' }, { open: true }] }, { code: 'b', open: true })).toBe(true)
    expect(holds({ all: [{ code: 'a' }, { open: true }] }, { code: 'a' })).toBe(false)
    expect(holds({ not: { code: 'a', open: true } }, { code: 'a' })).toBe(true)
    expect(holds({ length: { ge: 2, lt: 4 } }, { length: 4 })).toBe(false)
  })

  it('on items must hold for each of them, and hold for an empty list', () => {
    expect(holds({ 'rooms/*/depth': { ge: 3 } }, { rooms: { north: { depth: 3 }, south: { depth: 9 } } })).toBe(true)
    expect(holds({ 'rooms/*/depth': { ge: 3 } }, { rooms: { north: { depth: 3 }, south: { depth: 1 } } })).toBe(false)
    expect(holds({ 'places/*/size': 4 }, {})).toBe(true)
  })

  it('follow the property named by a value, and do not hold if there is no such property', () => {
    const rooms = { north: { depth: 3 }, south: { depth: 9 } }
    expect(holds({ 'rooms/{pick}/depth': 9 }, { pick: 'south', rooms })).toBe(true)
    expect(holds({ 'rooms/{pick}/depth': 9 }, { pick: 'west', rooms })).toBe(false)
    expect(holds({ 'rooms/{pick}/depth': 9 }, { rooms })).toBe(false)
  })

  it('follow references, including those in lists', () => {
    expect(holds({ 'owner.name': 'Ada' }, { owner: 'ada' })).toBe(true)
    expect(holds({ 'owner.name': 'Ada' }, { owner: 'gone' })).toBe(false)
    expect(holds({ 'crew/*.old': true }, { crew: ['ada', 'ben'] })).toBe(true)
    expect(holds({ 'crew/*.old': true }, { crew: ['ada', 'cy'] })).toBe(false)
  })

  it('read the context, where a missing flag is false', () => {
    expect(holds({ '$can.update': true, '$feature.sdi': false, '$tenant.type': ['msp', 'vad'] }, {})).toBe(true)
  })

  it('compare with other fields and computed values', () => {
    expect(holds({ code: { eq: { from: 'other' } } }, { code: 'a', other: 'a' })).toBe(true)
    expect(
      holds({ length: { ge: { compute: 'times', of: ['rooms/north/depth'], with: 3 } } }, { length: 8, rooms: { north: { depth: 3 } } }),
    ).toBe(false)
  })

  it('trace what they read, what was needed and whether it held', () => {
    const { trace } = compileCondition({ code: 'a', not: { open: true }, tags: { count: 2 }, 'owner.name': 'Ada' }, schema, {
      where: 'test',
    })
    expect(trace({ record: { code: 'b', open: true, tags: ['x'], owner: 'ada' }, context, lookup: (_entity, oid) => people[oid] })).toEqual(
      [
        { path: '/code', actual: 'b', needed: 'a', holds: false },
        { path: '/open', actual: true, needed: { not: true }, holds: false },
        { path: '/tags', actual: 1, needed: { count: 2 }, holds: false },
        { path: '/owner.name', actual: 'Ada', needed: 'Ada', holds: true },
      ],
    )
  })

  it('name the schema and the place in the error if they are invalid', () => {
    expect(() => compileCondition({ cod: 'a' }, schema, { where: 'tab "odd"' })).toThrow(
      'schema "rack", tab "odd": unknown field "cod", did you mean "code"?',
    )
    expect(() => compileCondition({ any: [] }, schema, { where: 'x' })).toThrow('needs a list')
    expect(() => compileCondition({ code: {} }, schema, { where: 'x' })).toThrow('needs at least one operator')
  })
})

describe('computed values', () => {
  eachCase<[keyof typeof values, unknown[], unknown, unknown]>([
    ['addressPlus', ['10.0.0.254'], 3, '10.0.1.1'],
    ['addressPlus', ['nothing'], 1, undefined],
    ['monthPlus', ['2026-11'], 3, '2027-02'],
    ['monthPlus', ['2026-11', 12], -1, '2027-10'],
    ['monthPlus', ['nothing'], 1, undefined],
    ['addressPlus', ['255.255.255.255'], 1, undefined],
    ['times', [10], 3, 30],
    ['times', [10, 4], undefined, 40],
    ['times', ['10'], 3, undefined],
    ['plus', [1, 2], 4, 7],
    ['plus', [undefined], 3, undefined],
    ['coalesce', ['', null, 'b', 'c'], 'z', 'b'],
    ['coalesce', ['', null], 'z', 'z'],
    ['copy', [['a']], undefined, ['a']],
    ['count', [['a', 'b']], 1, 3],
    ['count', [undefined], undefined, 0],
    ['first', [['a', 'b']], undefined, 'a'],
    ['first', [[]], undefined, undefined],
    ['chosen', ['zscaler'], { vti: 1, zscaler: 2 }, 2],
    ['chosen', ['vti'], { vti: null, zscaler: 2 }, null],
    ['chosen', ['toString'], { vti: 1 }, undefined],
    ['joined', [true, false, true], ['wan1', 'wan2', 'wan3'], 'wan1;wan3', 'S1-3.18'],
    ['text', [7], undefined, '7'],
    ['text', [undefined], '0', '0'],
    ['joined', [undefined, 'true', false], ['wan1', 'wan2', 'wan3'], ''],
    ['subnet', ['10.0.0.7', 24], undefined, '10.0.0.0/24'],
    ['subnet', ['10.0.0.7', undefined], undefined, undefined],
  ])('%s of %j with %j is %j', (...[name, of, literal, expected]) => expect(values[name]?.compute(of, literal)).toEqual(expected))
})
