import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareWithRelease } from '../../schemas/evolution/compare-entities.ts'
import type { RecordMigrations } from '../../schemas/evolution/record-migration.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../schemas/vocabulary/types.ts'
import { examineRecords } from '../../server/evolution/examine-records.ts'
import { bothPlaces } from '../support/api/api-world.ts'
import { evolvingWorld, type EvolvingWorld, type Release, type Version } from '../support/api/evolving-service.ts'
import { exampleSchema } from '../support/api/example-service.ts'

const ROWS = 10_000
/** Rows of one call. */
const PART = 1_000

type Properties = Record<string, PropertySchema>

const text = (more: PropertySchema = {}): PropertySchema => ({ type: 'string', description: 'Text.', ...more })
const number = (more: PropertySchema = {}): PropertySchema => ({ type: 'number', description: 'Number.', ...more })

const without = (all: Properties, ...names: string[]): Properties =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))

const berthsOf = (properties: Properties): PropertySchema => ({
  type: 'array',
  description: 'Berths.',
  items: { type: 'object', properties: { id: text(), ...properties } },
})

const first: Properties = {
  oid: text({ readOnly: true }),
  name: text({ minLength: 1, maxLength: 40 }),
  keeper: text({ maxLength: 40 }),
  state: { type: 'string', enum: ['open', 'closed'], description: 'State.' },
  code: text(),
  note: text({ maxLength: 40 }),
  depth: text(),
  visits: number(),
  berths: berthsOf({ width: number() }),
}

/** What the first version stores in a row. */
const stored = (n: number): Rec => ({
  name: `Pier ${n}`,
  keeper: `Keeper ${n % 100}`,
  state: n % 3 === 0 ? 'closed' : 'open',
  code: `D${n % 7}-${n}`,
  note: `note ${n}`,
  depth: String(n % 20),
  visits: 0,
  berths: [{ id: 'a', width: n % 9 }],
})

interface Parts {
  required?: string[]
  unique?: string[]
  rules?: EntitySchema['x-rules']
  more?: Partial<EntitySchema>
  name?: string
}

function pier(
  properties: Properties,
  { required = ['name'], unique = ['name'], rules = [], more = {}, name = 'pier' }: Parts = {},
): EntitySchema {
  const schema = exampleSchema('pier', {
    properties,
    required,
    search: ['name'],
    unique: [{ fields: unique, because: 'pier.name.taken' }],
    sort: ['name'],
  })
  return { ...schema, $id: name, 'x-entity': { ...schema['x-entity'], name }, 'x-key': unique, 'x-rules': rules, ...more }
}

const renamed: Properties = { ...without(first, 'keeper'), warden: text({ maxLength: 40, 'x-was': ['keeper'] }) }
const inList: Properties = { ...renamed, berths: berthsOf({ breadth: number({ 'x-was': ['width'] }) }) }
const option: Properties = {
  ...inList,
  state: { type: 'string', enum: ['free', 'closed'], 'x-options': { free: { 'x-was': ['open'] } }, description: 'State.' },
}
const jetty: Parts = { name: 'jetty', more: { 'x-was': ['pier'] } }
const moved: Properties = {
  ...without(option, 'warden'),
  contact: { type: 'object', description: 'Contact.', properties: { person: text({ maxLength: 40, 'x-was': ['/warden', '/keeper'] }) } },
}
const split: Properties = { ...moved, dock: text(), place: number() }
const migrations: RecordMigrations = {
  '0001-split-code': {
    entity: 'jetty',
    writes: ['dock', 'place'],
    up: (one) => {
      const [dock, place] = String(one['code'] ?? '').split('-')
      return { ...one, ...(dock && { dock }), ...(place && { place: Number(place) }) }
    },
    down: ({ dock, place, ...one }) => ({ ...one, ...(dock !== undefined && { code: `${String(dock)}-${String(place)}` }) }),
    samples: [{ before: { code: 'D1-8' }, after: { code: 'D1-8', dock: 'D1', place: 8 } }],
  },
}
const narrow: Properties = { ...split, note: text({ maxLength: 8, 'x-since': { keep: true } }) }
const mandatory: Properties = { ...narrow, harbour: text({ 'x-since': { value: 'Kiel' } }) }
const required = ['name', 'harbour']
const retyped: Properties = { ...mandatory, depth: number({ 'x-since': { value: { compute: 'number', of: ['depth'] } } }) }
const removed: Properties = { ...retyped, code: text({ 'x-removed': '2099-01-01' }) }
const key: Parts = { ...jetty, required, unique: ['harbour', 'name'], more: { ...jetty.more, 'x-former': { keys: [['name']] } } }
const rule: NonNullable<Parts['rules']>[number] = {
  id: 'depth-of-docks',
  fields: ['depth'],
  effect: 'check',
  that: { depth: { lt: 19 } },
  because: 'pier.depth',
}

interface Change extends Release {
  what: string
  /** What the version reads of row `n`, besides what did not change. */
  expected: (n: number) => Rec
  /** Rows that the version refuses to save as they are. */
  refused?: (n: number) => boolean
}

const contact = (n: number): Rec => ({ contact: { person: `Keeper ${n % 100}` } })

const changes: Change[] = [
  { what: 'a renamed field', schema: pier(renamed), expected: (n) => ({ warden: `Keeper ${n % 100}` }) },
  { what: 'a renamed field within a list', schema: pier(inList), expected: (n) => ({ berths: [{ id: 'a', breadth: n % 9 }] }) },
  { what: 'a renamed option', schema: pier(option), expected: (n) => ({ state: n % 3 === 0 ? 'closed' : 'free' }) },
  { what: 'a renamed entity', schema: pier(option, jetty), expected: (n) => ({ warden: `Keeper ${n % 100}` }) },
  { what: 'a field moved into a group', schema: pier(moved, jetty), expected: contact },
  {
    what: 'a field split in two by a migration',
    schema: pier(split, jetty),
    migrations,
    expected: (n) => ({ dock: `D${n % 7}`, place: n }),
  },
  {
    what: 'a narrower bound',
    schema: pier(narrow, jetty),
    migrations,
    expected: (n) => ({ note: `note ${n}` }),
  },
  { what: 'a new mandatory field', schema: pier(mandatory, { ...jetty, required }), migrations, expected: () => ({ harbour: 'Kiel' }) },
  { what: 'a text that became a number', schema: pier(retyped, { ...jetty, required }), migrations, expected: (n) => ({ depth: n % 20 }) },
  { what: 'a field that goes', schema: pier(removed, { ...jetty, required }), migrations, expected: contact },
  { what: 'another key', schema: pier(removed, key), migrations, expected: contact },
  {
    what: 'a new rule that refuses old rows',
    schema: pier(removed, { ...key, rules: [rule] }),
    migrations,
    expected: contact,
    refused: (n) => n % 20 === 19,
  },
]

describe.each(bothPlaces)('twelve changes of a schema, one after another, on %s', (place) => {
  let world: EvolvingWorld
  let before: Version
  let oids: string[] = []
  let visits = 0
  beforeAll(async () => {
    world = await evolvingWorld(place)
    before = await world.release({ schema: pier(first) })
    oids = await inParts(
      Array.from({ length: ROWS }, (_, n) => stored(n)),
      (rows) => send(before, 'POST', rows),
    )
  }, 300_000)
  afterAll(() => world.dispose())

  it.each(changes)('$what: every record is opened, changed and saved by both versions', { timeout: 600_000 }, async (change) => {
    const { schema } = change
    const differences = compareWithRelease({ released: world.released(), schemas: { [schema.$id]: schema }, today: '2026-12-01' })
    expect(differences.filter((one) => one.class === 'breaking')).toEqual([])
    const after = await world.release(change)
    await expectAll(after, change)
    await saveAll(before, change)
    await saveAll(after, change)
    await expectAll(after, change)
    await world.settle(after)
    await expectAll(after, change)
    await saveAll(before, change)
    await expectAll(after, change)
    for await (const { invalid } of examineRecords({ database: after.database, caller: after.caller, entities: [schema.$id] }))
      expect(invalid.reduce((sum, { count }) => sum + count, 0)).toBe(oids.filter((_, n) => change.refused?.(n)).length)
    // Whoever is told puts it right.
    await patch(
      after,
      oids.flatMap((oid, n) => (change.refused?.(n) ? [{ oid, depth: 3 }] : [])),
    )
    before = after
  })

  const url = (query = ''): string => `/api/v1/piers?tenantOid=${world.platformOid}${query}`

  async function inParts<T, R>(all: readonly T[], work: (part: T[]) => Promise<R[]>): Promise<string[]> {
    const found: string[] = []
    for (let from = 0; from < all.length; from += PART)
      found.push(...(await work(all.slice(from, from + PART))).map((one) => String((one as Rec)['oid'])))
    return found
  }

  async function send({ app }: Version, method: 'POST' | 'PATCH', data: Rec[]): Promise<Rec[]> {
    const answer = await app.inject({ method, url: url(), payload: { data } })
    expect(answer.statusCode, answer.body.slice(0, 1000)).toBeLessThan(300)
    return answer.json<{ data: Rec[] }>().data
  }

  async function readAll({ app }: Version): Promise<Map<string, Rec>> {
    const found = new Map<string, Rec>()
    for (let page = 1; found.size < ROWS; page++) {
      const answer = await app.inject({ method: 'GET', url: url(`&page=${page}&size=500`) })
      const { data } = answer.json<{ data: Rec[] }>()
      if (data.length === 0) break
      for (const one of data) found.set(String(one['oid']), one)
    }
    return found
  }

  async function expectAll(version: Version, { expected }: Change): Promise<void> {
    const found = await readAll(version)
    expect(found.size).toBe(ROWS)
    const wrong = oids.filter((oid, n) => {
      const record = found.get(oid) ?? {}
      return Object.entries(expected(n)).some(([name, value]) => JSON.stringify(record[name]) !== JSON.stringify(value))
    })
    expect(wrong.map((oid) => found.get(oid)).slice(0, 3)).toEqual([])
  }

  /** Changes every record that can be saved. */
  async function saveAll(version: Version, { refused }: Change): Promise<void> {
    visits++
    const isRefused = (n: number): boolean => version !== before && refused?.(n) === true
    await patch(
      version,
      oids.filter((_, n) => !isRefused(n)).map((oid) => ({ oid, visits })),
    )
  }

  async function patch(version: Version, changed: Rec[]): Promise<void> {
    const records = await readAll(version)
    await inParts(changed, (part) =>
      send(
        version,
        'PATCH',
        part.map((one) => ({ ...one, revision: records.get(String(one['oid']))?.['revision'] })),
      ),
    )
  }
})
