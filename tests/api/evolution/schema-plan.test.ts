import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { examineRecords, type ExaminedEntity } from '../../../server/evolution/examine-records.ts'
import { evolvingWorld, type EvolvingWorld, type Version } from '../../support/api/evolving-service.ts'
import { exampleSchema } from '../../support/api/example-service.ts'
import { isExhaustive } from '../../support/extent.ts'

type Properties = Record<string, PropertySchema>

const text = (more: PropertySchema = {}): PropertySchema => ({ type: 'string', description: 'Text.', ...more })

const first: Properties = {
  oid: text({ readOnly: true }),
  name: text({ minLength: 1, maxLength: 40 }),
  keeper: text({ maxLength: 12 }),
  state: { type: 'string', enum: ['open', 'closed'], description: 'State.' },
  depth: { type: 'number', minimum: 0, description: 'Metres.' },
  berths: {
    type: 'array',
    description: 'Berths.',
    items: { type: 'object', properties: { id: text(), width: { type: 'number', description: 'Metres.' } } },
  },
}

function pier(
  name: string,
  properties: Properties,
  { required = ['name'], alike = [] }: { required?: string[]; alike?: string[] } = {},
): EntitySchema {
  const further = alike.length === 0 ? [] : [{ fields: alike, because: 'pier.taken' }]
  return exampleSchema(name, {
    properties,
    required,
    search: ['name'],
    unique: [{ fields: ['name'], because: 'pier.name.taken' }, ...further],
    sort: ['name'],
  })
}

/** What a release may do to each field; several at once. */
interface Changes {
  keeper: 'as it was' | 'renamed' | 'shorter' | 'shorter, with a value' | 'mandatory' | 'mandatory, with a value' | 'moved'
  state: 'as it was' | 'option renamed' | 'options merged' | 'text'
  depth: 'as it was' | 'at least 5' | 'at least 5, with a value' | 'text'
  berths: 'as it was' | 'width renamed' | 'renamed'
  /** A new rule, which refuses some of the stored records. */
  rule: boolean
  /** What no two records may share, besides the name: nothing, state and depth already before, or what is new. */
  unique: 'as it was' | 'state and depth before' | 'state and depth' | 'keeper'
}

const changes: fc.Arbitrary<Changes> = fc.record({
  keeper: fc.constantFrom<Changes['keeper']>(
    'as it was',
    'renamed',
    'shorter',
    'shorter, with a value',
    'mandatory',
    'mandatory, with a value',
    'moved',
  ),
  state: fc.constantFrom<Changes['state']>('as it was', 'option renamed', 'options merged', 'text'),
  depth: fc.constantFrom<Changes['depth']>('as it was', 'at least 5', 'at least 5, with a value', 'text'),
  berths: fc.constantFrom<Changes['berths']>('as it was', 'width renamed', 'renamed'),
  rule: fc.boolean(),
  unique: fc.constantFrom<Changes['unique']>('as it was', 'as it was', 'state and depth before', 'state and depth', 'keeper'),
})

const row = fc.record(
  {
    keeper: fc.stringMatching(/^[a-z]{1,12}$/),
    state: fc.constantFrom('open', 'closed'),
    depth: fc.integer({ min: 0, max: 9 }),
    berths: fc.array(fc.record({ id: fc.constantFrom('a', 'b'), width: fc.integer({ min: 1, max: 9 }) }, { requiredKeys: ['id'] }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: [] },
)

function changed(name: string, { keeper, state, depth, berths, rule, unique }: Changes): EntitySchema {
  const { keeper: earlierKeeper, berths: earlierBerths, ...properties } = structuredClone(first)
  const required = ['name']
  const value = keeper.endsWith('with a value') ? { 'x-since': { value: 'none' } } : { 'x-since': { keep: true as const } }
  if (keeper === 'renamed') properties['warden'] = { ...earlierKeeper, 'x-was': ['keeper'] }
  else if (keeper === 'moved')
    properties['contact'] = { type: 'object', description: 'Contact.', properties: { person: text({ 'x-was': ['/keeper'] }) } }
  else if (keeper.startsWith('shorter')) properties['keeper'] = { ...earlierKeeper, maxLength: 6, ...value }
  else properties['keeper'] = { ...earlierKeeper, ...(keeper.startsWith('mandatory') && value) }
  if (keeper.startsWith('mandatory')) required.push('keeper')
  if (state === 'option renamed')
    properties['state'] = { ...properties['state'], enum: ['free', 'closed'], 'x-options': { free: { 'x-was': ['open'] } } }
  if (state === 'options merged')
    properties['state'] = { ...properties['state'], enum: ['known'], 'x-options': { known: { 'x-was': ['open', 'closed'] } } }
  if (state === 'text') properties['state'] = text()
  if (depth.startsWith('at least 5'))
    properties['depth'] = { ...properties['depth'], minimum: 5, 'x-since': depth.endsWith('with a value') ? { value: 5 } : { keep: true } }
  if (depth === 'text') properties['depth'] = text({ 'x-since': { value: { compute: 'text', of: ['depth'] } } })
  const breadth = {
    type: 'object' as const,
    properties: { id: text(), breadth: { type: 'number' as const, description: 'Metres.', 'x-was': ['width'] } },
  }
  if (berths === 'renamed') properties['places'] = { ...earlierBerths, 'x-was': ['berths'] }
  else properties['berths'] = { ...earlierBerths, ...(berths === 'width renamed' && { items: breadth }) }
  const schema = pier(name, properties, { required, alike: keyOf({ keeper, unique }) })
  if (!rule || depth === 'text') return schema
  const shallow = { id: 'shallow', fields: ['depth'], effect: 'check' as const, that: { depth: { lt: 7 } }, because: 'pier.depth' }
  return { ...schema, 'x-rules': [shallow] }
}

/** Fields that no two records may share after the change. */
function keyOf({ keeper, unique }: Pick<Changes, 'keeper' | 'unique'>): string[] {
  if (unique === 'as it was') return []
  if (unique !== 'keeper') return ['state', 'depth']
  return keeper === 'moved' ? ['contact/person'] : [keeper === 'renamed' ? 'warden' : 'keeper']
}

const stateAndDepth = ({ state, depth }: Rec): string | undefined =>
  state === undefined || depth === undefined ? undefined : JSON.stringify([state, depth])

/** The first of the rows that share state and depth, where no two may. */
function creatable(rows: readonly Rec[], { unique }: Changes): Rec[] {
  if (unique !== 'state and depth before') return [...rows]
  const seen = new Set<string>()
  return rows.filter((one) => {
    const key = stateAndDepth(one)
    if (key === undefined) return true
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
  })
}

const asItWas: Changes = {
  keeper: 'as it was',
  state: 'as it was',
  depth: 'as it was',
  berths: 'as it was',
  rule: true,
  unique: 'as it was',
}
/** Records of every kind: touched and not, refused and not. */
const examples: [Changes, Rec[]][] = [
  [asItWas, [{ depth: 1 }, { depth: 8 }]],
  [
    { ...asItWas, depth: 'at least 5, with a value', rule: false, unique: 'state and depth' },
    [{ state: 'closed' }, { state: 'closed' }, { state: 'open', depth: 3 }, { state: 'open', depth: 6 }],
  ],
  [{ ...asItWas, keeper: 'renamed', rule: false }, [{ keeper: 'a' }, {}]],
  [{ ...asItWas, unique: 'keeper' }, [{ keeper: 'a' }, { keeper: 'a' }, { keeper: 'b' }, {}, {}]],
  [{ ...asItWas, keeper: 'mandatory, with a value', unique: 'keeper' }, [{ keeper: 'a' }, {}, {}]],
  [
    { ...asItWas, state: 'options merged', unique: 'state and depth before' },
    [
      { state: 'open', depth: 1 },
      { state: 'closed', depth: 1 },
    ],
  ],
]

describe('what a schema would do to stored records', () => {
  let world: EvolvingWorld
  let runs = 0
  const kinds = { touched: 0, untouched: 0, valid: 0, invalid: 0, colliding: 0 }
  beforeAll(async () => {
    world = await evolvingWorld('embedded')
  })
  afterAll(() => world.dispose())

  it('is predicted row by row', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(changes, fc.array(row, { minLength: 3, maxLength: 12 }), async (change, rows) => {
        const name = `pier${++runs}`
        const keyBefore = change.unique === 'state and depth before' ? ['state', 'depth'] : []
        const before = await world.release({ schema: pier(name, first, { alike: keyBefore }) })
        const created = await send(
          before,
          'POST',
          creatable(rows, change).map((one, at) => ({ ...one, name: `pier ${at}` })),
        )
        expect(created).toBe(201)
        const after = await world.release({ schema: changed(name, change), isOnlyPlanned: true })
        const predicted = await examined(after)
        const storedBefore = await dataOf(before)
        const colliding = predicted.collisions.flatMap(({ sets }) => sets.map((set) => set.map(({ oid }) => oid).toSorted()))
        expect(colliding.toSorted(byFirst), 'records that share a key').toEqual(
          await sharing(after, [...storedBefore.keys()], keyOf(change)),
        )
        kinds.colliding += colliding.flat().length
        if (colliding.length > 0) {
          await expect(upgraded(after)).rejects.toMatchObject({ code: '23505' })
          return
        }
        await world.restart(after)
        expect(await world.settle(after), 'rows that are rewritten').toBe(predicted.touched)
        const storedAfter = await dataOf(after)
        const rewritten = [...storedAfter].filter(([oid, data]) => data !== storedBefore.get(oid))
        expect(rewritten.length, 'rows that differ').toBe(predicted.touched)
        const refused = new Set<string>()
        for (const oid of storedAfter.keys()) if (!(await canBeSaved(after, oid))) refused.add(oid)
        expect(refused).toEqual(new Set(predicted.invalid.flatMap(({ records }) => records.map(({ oid }) => oid))))
        kinds.touched += predicted.touched
        kinds.untouched += predicted.rows - predicted.touched
        kinds.invalid += refused.size
        kinds.valid += storedAfter.size - refused.size
      }),
      { numRuns: isExhaustive ? 200 : 6, examples },
    )
    for (const [kind, count] of Object.entries(kinds)) expect(count, kind).toBeGreaterThan(0)
  })

  async function send({ app, schema }: Version, method: 'POST' | 'PATCH', data: Rec[]): Promise<number> {
    const url = `${schema['x-entity'].route}?tenantOid=${world.platformOid}`
    const answer = await app.inject({ method, url, payload: { data } })
    return answer.statusCode
  }

  async function upgraded(version: Version): Promise<void> {
    await world.restart(version)
    await world.settle(version)
  }

  /** Which records the service answers with the same values of a key. */
  async function sharing(version: Version, oids: readonly string[], fields: readonly string[]): Promise<string[][]> {
    const byKey = new Map<string, string[]>()
    for (const oid of fields.length === 0 ? [] : oids) {
      const record = await recordOf(version, oid)
      const values = fields.map((path) => path.split('/').reduce<unknown>((value, name) => (value as Rec | undefined)?.[name], record))
      if (values.every((value) => value !== undefined && value !== null)) {
        const key = JSON.stringify(values)
        byKey.set(key, [...(byKey.get(key) ?? []), oid])
      }
    }
    return [...byKey.values()]
      .filter((set) => set.length > 1)
      .map((set) => set.toSorted())
      .toSorted(byFirst)
  }

  async function recordOf(version: Version, oid: string): Promise<Rec> {
    const url = `${version.schema['x-entity'].route}/${oid}?tenantOid=${world.platformOid}`
    const answer = await version.app.inject({ method: 'GET', url })
    return answer.json<{ data: Rec[] }>().data[0] ?? {}
  }

  async function canBeSaved(version: Version, oid: string): Promise<boolean> {
    const { revision } = await recordOf(version, oid)
    const status = await send(version, 'PATCH', [{ oid, revision }])
    expect([200, 400]).toContain(status)
    return status === 200
  }
})

const byFirst = ([a = '']: readonly string[], [b = '']: readonly string[]): number => (a < b ? -1 : 1)

async function examined({ database, caller, model }: Version): Promise<ExaminedEntity['examined']> {
  for await (const one of examineRecords({ database, caller, entities: [model.name] })) return one.examined
  throw new Error('nothing was examined')
}

/** Stored data of every row as text. */
async function dataOf({ database, model }: Version): Promise<Map<string, string>> {
  const { rows } = await database.withScope(EVERYTHING, (queries) =>
    sql<{ oid: string; data: string }>`select oid, data::text as data from ${sql.raw(model.table)}`.execute(queries),
  )
  return new Map(rows.map(({ oid, data }) => [oid, data]))
}
