import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EntitySchema, PropertySchema, Rec } from '../vocabulary/types.ts'
import { earlierNamesOf, type EarlierNames } from './earlier-names.ts'

const entity = (properties: Record<string, PropertySchema>): EntitySchema =>
  ({ $id: 'thing', type: 'object', properties, required: [], 'x-entity': { name: 'thing' } }) as unknown as EntitySchema

/** What a generated field holds; names are given out later. */
type Shape =
  | { kind: 'text' }
  | { kind: 'choice'; renamed: boolean }
  | { kind: 'object'; fields: Field[] }
  | { kind: 'list' | 'map'; row: Shape }

interface Field {
  shape: Shape
  /** `renamed` beside it, or `raised`: it stood in the object around the one that holds it. */
  change: 'none' | 'renamed' | 'raised'
}

const shapes = fc.letrec<{ shape: Shape; field: Field }>((tie) => ({
  field: fc.record({ shape: tie('shape'), change: fc.constantFrom('none', 'none', 'renamed', 'raised') }),
  shape: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constant<Shape>({ kind: 'text' }),
    fc.boolean().map((renamed): Shape => ({ kind: 'choice', renamed })),
    fc.array(tie('field'), { minLength: 1, maxLength: 4 }).map((parts): Shape => ({ kind: 'object', fields: parts })),
    fc.tuple(fc.constantFrom('list' as const, 'map' as const), tie('shape')).map(([kind, row]): Shape => ({ kind, row })),
  ),
}))
const fields = fc.array(shapes.field, { minLength: 1, maxLength: 5 })

/** A record as it was sent in the release and as it is now. */
interface Pair {
  was: unknown
  now: unknown
}

/** Gives names to what was generated, and makes its schema with a record under its old and its present names. */
class Story {
  private count = 0
  changes = 0
  private readonly numbers: () => number

  constructor(numbers: () => number) {
    this.numbers = numbers
  }

  /** `around`: path of the object in the release; `outer`: what stood there in the object around it. */
  object(
    parts: readonly Field[],
    around: string,
    outer: { path: string; was: Rec } | undefined,
  ): { properties: Record<string, PropertySchema>; was: Rec; now: Rec } {
    const properties: Record<string, PropertySchema> = {}
    const [was, now]: [Rec, Rec] = [{}, {}]
    for (const { shape, change } of parts) {
      const number = (this.count += 1)
      const present = `now${number}`
      const isRaised = change === 'raised' && outer !== undefined
      const old = change === 'renamed' || isRaised ? `was${number}` : present
      const path = isRaised ? `${outer.path}/${old}` : `${around}/${old}`
      const { property, pair } = this.value(shape, path, { path: around, was })
      if (old !== present) this.changes += 1
      properties[present] = old === present ? property : { ...property, 'x-was': [isRaised ? path : old] }
      ;(isRaised ? outer.was : was)[old] = pair.was
      now[present] = pair.now
    }
    return { properties, was, now }
  }

  private value(shape: Shape, path: string, outer: { path: string; was: Rec }): { property: PropertySchema; pair: Pair } {
    switch (shape.kind) {
      case 'text': {
        const value = `text ${this.numbers()}`
        return { property: { type: 'string' }, pair: { was: value, now: value } }
      }
      case 'choice': {
        if (shape.renamed) this.changes += 1
        const options = shape.renamed ? { 'x-options': { present: { 'x-was': ['past'] } } } : {}
        return {
          property: { enum: ['present', 'other'], ...options },
          pair: { was: shape.renamed ? 'past' : 'other', now: shape.renamed ? 'present' : 'other' },
        }
      }
      case 'object': {
        const { properties, was, now } = this.object(shape.fields, path, outer)
        return { property: { type: 'object', properties }, pair: { was, now } }
      }
      case 'list':
      case 'map': {
        // Rows are objects of their own: what is raised within stays within.
        const { property, pair } = this.value(shape.row, `${path}/*`, { path, was: {} })
        return shape.kind === 'list'
          ? { property: { type: 'array', items: property }, pair: { was: [pair.was, pair.was], now: [pair.now, pair.now] } }
          : {
              property: { type: 'object', propertyNames: { maxLength: 9 }, additionalProperties: property },
              pair: { was: { a: pair.was, b: pair.was }, now: { a: pair.now, b: pair.now } },
            }
      }
    }
  }
}

/** Fields directly in a row have no object around them to be raised to. */
function settled(parts: readonly Field[], inRow = false): Field[] {
  return parts.map(({ shape, change }) => ({ shape: settledShape(shape), change: inRow && change === 'raised' ? 'none' : change }))
}

function settledShape(shape: Shape): Shape {
  if (shape.kind === 'object') return { ...shape, fields: settled(shape.fields) }
  if (shape.kind !== 'list' && shape.kind !== 'map') return shape
  const row = shape.row.kind === 'object' ? { ...shape.row, fields: settled(shape.row.fields, true) } : settledShape(shape.row)
  return { ...shape, row }
}

function storyOf(parts: readonly Field[]): { schema: EntitySchema; was: Rec; now: Rec; changes: number } {
  let number = 0
  const story = new Story(() => (number += 1))
  const { properties, was, now } = story.object(settled(parts), '', undefined)
  return { schema: entity(properties), was, now, changes: story.changes }
}

const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const kept = withoutEmpty(inner)
      return typeof kept === 'object' && kept !== null && !Array.isArray(kept) && Object.keys(kept).length === 0 ? [] : [[name, kept]]
    }),
  )
}

describe('earlier names', () => {
  it('are those of a record of the release, whatever was renamed, moved or called otherwise in it', () => {
    fc.assert(
      fc.property(fields, (parts) => {
        const { schema, was, now, changes } = storyOf(parts)
        const names = earlierNamesOf(schema)
        expect(names === undefined).toBe(changes === 0)
        if (names === undefined) return
        const presented = names.present(was)
        expect(presented.refused).toEqual([])
        expect(withoutEmpty(presented.record)).toEqual(withoutEmpty(now))
        expect(presented.used.length).toBeGreaterThan(0)
        const again = names.present(presented.record)
        expect([again.record, again.used, again.refused]).toEqual([presented.record, [], []])
        expect(names.present(now)).toEqual({ record: now, used: [], refused: [] })
      }),
      { numRuns: 1_000 },
    )
  })

  it('say of each value where it was and where it is', () => {
    fc.assert(
      fc.property(fields, (parts) => {
        const { schema, was } = storyOf(parts)
        const names = earlierNamesOf(schema)
        if (names === undefined) return
        const { used } = names.present(was)
        for (const { sent, now } of used) {
          const place = names.place(sent.slice(1).split('/'))
          expect(`/${place.segments.join('/')}`).toBe(now)
          expect(place.isEarlier).toBe(sent !== now)
        }
      }),
      { numRuns: 500 },
    )
  })

  const schema = entity({
    person: { type: 'string', 'x-was': ['contact', 'boss'], 'x-until': '2027-06-01' },
    group: { type: 'object', properties: { mail: { type: 'string', 'x-was': ['/mail', 'address'] } } },
    links: {
      type: 'array',
      items: {
        type: 'object',
        properties: { limits: { type: 'object', properties: { mtu: { type: 'integer', 'x-was': ['/links/*/mtu'] } } } },
      },
    },
    kind: { enum: ['guest', null], 'x-options': { guest: { 'x-was': ['visitor'], 'x-until': '2027-01-01' } } },
    fax: { type: 'string', 'x-removed': '2027-03-01' },
    contact2: { type: 'string', 'x-was': ['group'] },
  })
  const names = earlierNamesOf(schema) as EarlierNames

  it('beside another value under the present name are refused where they were sent', () => {
    const refused = (record: Rec) => names.present(record).refused.map(({ pointer, key }) => [pointer, key])
    expect(refused({ person: 'a', contact: 'b' })).toEqual([['/contact', 'service.earlier.both']])
    expect(refused({ contact: 'a', boss: 'b' })).toEqual([['/boss', 'service.earlier.both']])
    expect(refused({ group: { mail: 'a', address: 'b' }, mail: 'c' })).toEqual([
      ['/group/address', 'service.earlier.both'],
      ['/mail', 'service.earlier.both'],
    ])
    expect(refused({ links: [{ mtu: 1 }, { mtu: 1, limits: { mtu: 2 } }] })).toEqual([['/links/1/mtu', 'service.earlier.both']])
    expect(names.present({ person: 'a', contact: 'a', boss: 'a' })).toMatchObject({ record: { person: 'a' }, refused: [] })
  })

  it('end on their day, not before', () => {
    const refused = (record: Rec, today: string) => names.present(record, today).refused
    expect(refused({ contact: 'a', kind: 'visitor', fax: '1' }, '2026-12-31')).toEqual([])
    expect(refused({ kind: 'visitor' }, '2027-01-01')).toEqual([
      { pointer: '/kind', key: 'service.earlier.ended', params: { name: 'visitor', present: 'guest', until: '2027-01-01' } },
    ])
    expect(refused({ fax: '1' }, '2027-03-01')).toEqual([
      { pointer: '/fax', key: 'service.earlier.removed', params: { name: 'fax', until: '2027-03-01' } },
    ])
    expect(refused({ contact: 'a' }, '2027-06-01')).toEqual([
      { pointer: '/contact', key: 'service.earlier.ended', params: { name: 'contact', present: 'person', until: '2027-06-01' } },
    ])
    expect(names.present({ contact: 'a', kind: 'visitor', fax: '1' }).refused).toEqual([])
  })

  it('of fields that go are in answers until their day, at any depth', () => {
    const rows = entity({
      rows: { type: 'array', items: { type: 'object', properties: { fax: { type: 'string', 'x-removed': '2027-03-01' } } } },
    })
    const record = { rows: [{ fax: '1', name: 'a' }], fax: '2' }
    expect(earlierNamesOf(rows)?.served(record, '2027-02-28')).toEqual(record)
    expect(earlierNamesOf(rows)?.served(record, '2027-03-01')).toEqual({ rows: [{ name: 'a' }], fax: '2' })
    expect(names.served({ ...record, person: 'a' }, '2027-03-01')).toEqual({ rows: record.rows, person: 'a' })
  })

  it('leave names alone that another field has now, and records that say nothing of them', () => {
    expect(names.present({ group: { mail: 'a' }, strange: 1, list: [{ contact: 1 }] })).toEqual({
      record: { group: { mail: 'a' }, strange: 1, list: [{ contact: 1 }] },
      used: [],
      refused: [],
    })
    expect(Object.keys(names.present(JSON.parse('{"__proto__": 1, "contact": "a"}') as Rec).record)).toEqual(['__proto__', 'person'])
    expect(earlierNamesOf(entity({ name: { type: 'string' } }))).toBeUndefined()
  })

  it('find the present options of a field, and values of any depth', () => {
    expect(names.option(['kind'], 'visitor')).toEqual({ option: 'guest', until: '2027-01-01' })
    expect(names.option(['kind'], 'guest')).toBeUndefined()
    expect(names.value(['group'], { address: 'a' })).toEqual({ mail: 'a' })
    expect(names.place(['links', '3', 'mtu'])).toEqual({ segments: ['links', '3', 'limits', 'mtu'], isEarlier: true, until: undefined })
  })
})
