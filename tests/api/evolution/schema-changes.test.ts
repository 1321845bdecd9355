import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordMigrations } from '../../../schemas/evolution/record-migration.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { places } from '../../support/api/api-world.ts'
import { evolvingWorld, type EvolvingWorld, type Version } from '../../support/api/evolving-service.ts'
import { exampleSchema } from '../../support/api/example-service.ts'

type Properties = Record<string, PropertySchema>

const text = (more: PropertySchema = {}): PropertySchema => ({ type: 'string', description: 'Text.', ...more })

const first: Properties = {
  oid: { type: 'string', readOnly: true, description: 'Identifier.' },
  name: text({ minLength: 1, maxLength: 40 }),
  keeper: text({ maxLength: 40 }),
  state: { type: 'string', enum: ['open', 'closed'], description: 'State.' },
  depth: text({ maxLength: 8 }),
  berths: {
    type: 'array',
    description: 'Berths.',
    items: { type: 'object', properties: { id: text(), width: { type: 'number', description: 'Metres.' } } },
  },
}

interface Parts {
  required?: string[]
  sort?: string[]
  unique?: string[]
  conditions?: NonNullable<EntitySchema['x-conditions']>
}

function pier(
  properties: Properties,
  { required = ['name'], sort = ['name', 'keeper'], unique = ['name'], conditions }: Parts = {},
): EntitySchema {
  const schema = exampleSchema('pier', {
    properties,
    required,
    search: [...new Set([unique[0] ?? 'name', sort[1] ?? 'state'])],
    unique: [{ fields: unique, because: 'pier.name.taken' }],
    sort,
    conditions: conditions ?? { open: { state: 'open' } },
  })
  return { ...schema, 'x-key': unique, 'x-entity': { ...schema['x-entity'], label: unique[0] ?? 'name' } }
}

const without = (all: Properties, ...names: string[]): Properties =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))

/** What the first version stores. */
const stored: Rec[] = [
  { name: 'West', keeper: 'Ada', state: 'open', depth: '7', berths: [{ id: 'a', width: 3 }] },
  { name: 'East', keeper: 'Eve', state: 'closed', depth: '12' },
  { name: 'North' },
]

interface Change {
  schema: EntitySchema
  migrations?: RecordMigrations
  /** What the second version reads of the stored records, besides what did not change. */
  expected: Rec[]
  /** A change by the second version, and what the first one reads then. */
  write: Rec
  seen: Rec
  /** A change by the first version, and what the second one reads then. */
  earlierWrite: Rec
  earlierSeen: Rec
  /** Query of the second version that finds West only, whichever version wrote it. */
  find?: string
}

const changes: Record<string, Change> = {
  'a renamed field, by which lists are sorted and searched': {
    schema: pier({ ...without(first, 'keeper'), warden: text({ maxLength: 40, 'x-was': ['keeper'] }) }, { sort: ['name', 'warden'] }),
    expected: [{ warden: 'Ada', keeper: undefined }, { warden: 'Eve' }, { warden: undefined }],
    write: { warden: 'Zoe' },
    seen: { keeper: 'Zoe', warden: undefined },
    earlierWrite: { keeper: 'Ida' },
    earlierSeen: { warden: 'Ida', keeper: undefined },
    find: 'warden',
  },
  'a renamed field that no two records share': {
    schema: pier(
      { ...without(first, 'name'), title: text({ minLength: 1, maxLength: 40, 'x-was': ['name'] }) },
      { required: ['title'], sort: ['title', 'keeper'], unique: ['title'] },
    ),
    expected: [{ title: 'West', name: undefined }, { title: 'East' }, { title: 'North' }],
    write: { title: 'Westend' },
    seen: { name: 'Westend', title: undefined },
    earlierWrite: { name: 'West' },
    earlierSeen: { title: 'West', name: undefined },
    find: 'title',
  },
  'a field moved into a group': {
    schema: pier(
      {
        ...without(first, 'keeper'),
        contact: { type: 'object', description: 'Contact.', properties: { person: text({ 'x-was': ['/keeper'] }) } },
      },
      { sort: ['name'] },
    ),
    expected: [{ contact: { person: 'Ada' }, keeper: undefined }, { contact: { person: 'Eve' } }, { contact: undefined }],
    write: { contact: { person: 'Zoe' } },
    seen: { keeper: 'Zoe', contact: undefined },
    earlierWrite: { keeper: 'Ida' },
    earlierSeen: { contact: { person: 'Ida' }, keeper: undefined },
    find: 'contact.person',
  },
  'a renamed field within a list': {
    schema: pier({
      ...first,
      berths: {
        type: 'array',
        description: 'Berths.',
        items: { type: 'object', properties: { id: text(), breadth: { type: 'number', description: 'Metres.', 'x-was': ['width'] } } },
      },
    }),
    expected: [{ berths: [{ id: 'a', breadth: 3 }] }, {}, {}],
    write: { berths: [{ id: 'a', breadth: 5 }] },
    seen: { berths: [{ id: 'a', width: 5 }] },
    earlierWrite: { berths: [{ id: 'a', width: 6 }] },
    earlierSeen: { berths: [{ id: 'a', breadth: 6 }] },
  },
  'a renamed option, which a tab asks for': {
    schema: pier(
      {
        ...first,
        state: { type: 'string', enum: ['free', 'closed'], 'x-options': { free: { 'x-was': ['open'] } }, description: 'State.' },
      },
      { conditions: { open: { state: 'free' } } },
    ),
    expected: [{ state: 'free' }, { state: 'closed' }, {}],
    write: { state: 'closed' },
    seen: { state: 'closed' },
    earlierWrite: { state: 'open' },
    earlierSeen: { state: 'free' },
    find: 'state',
  },
  'a field split in two by a migration': {
    schema: pier({ ...first, initial: text(), rest: text() }),
    migrations: {
      '0001-split-keeper': {
        entity: 'pier',
        writes: ['initial', 'rest'],
        up: ({ keeper, ...one }) => ({
          ...one,
          ...(typeof keeper === 'string' && { keeper, initial: keeper.slice(0, 1), rest: keeper.slice(1) }),
        }),
        down: ({ initial, rest, ...one }) => ({ ...one, ...(initial !== undefined && { keeper: `${String(initial)}${String(rest)}` }) }),
        samples: [],
      },
    },
    expected: [{ initial: 'A', rest: 'da' }, { initial: 'E', rest: 've' }, { initial: undefined }],
    write: { initial: 'O', rest: 'da' },
    seen: { keeper: 'Oda', initial: undefined },
    earlierWrite: { keeper: 'Uta' },
    earlierSeen: { initial: 'U', rest: 'ta' },
  },
  'a text that became a number': {
    schema: pier({
      ...first,
      depth: { type: 'number', description: 'Metres.', 'x-since': { value: { compute: 'number', of: ['depth'] } } },
    }),
    expected: [{ depth: 7 }, { depth: 12 }, { depth: undefined }],
    write: { depth: 8.5 },
    seen: { depth: '8.5' },
    earlierWrite: { depth: '9' },
    earlierSeen: { depth: 9 },
  },
  'a field that became mandatory': {
    schema: pier({ ...first, keeper: text({ maxLength: 40, 'x-since': { value: 'nobody' } }) }, { required: ['name', 'keeper'] }),
    expected: [{ keeper: 'Ada' }, { keeper: 'Eve' }, { keeper: 'nobody' }],
    write: { keeper: 'Zoe' },
    seen: { keeper: 'Zoe' },
    earlierWrite: { keeper: 'Ida' },
    earlierSeen: { keeper: 'Ida' },
    find: 'keeper',
  },
  'a new field within a list': {
    schema: pier({
      ...first,
      berths: {
        type: 'array',
        description: 'Berths.',
        items: { type: 'object', properties: { id: text(), width: { type: 'number', description: 'Metres.' }, buoy: text() } },
      },
    }),
    expected: [{ berths: [{ id: 'a', width: 3 }] }, {}, {}],
    write: { berths: [{ id: 'a', width: 3, buoy: 'red' }] },
    seen: { berths: [{ id: 'a', width: 3 }] },
    earlierWrite: { keeper: 'Ida' },
    earlierSeen: { keeper: 'Ida', berths: [{ id: 'a', width: 3, buoy: 'red' }] },
  },
  'a new field': {
    schema: pier({ ...first, colour: text() }),
    expected: [{}, {}, {}],
    write: { colour: 'red' },
    seen: { colour: undefined },
    earlierWrite: { keeper: 'Ida' },
    earlierSeen: { keeper: 'Ida', colour: 'red' },
  },
}

describe.each(places)('a changed schema on %s', (place) => {
  describe.each(Object.entries(changes))('%s', (_what, change) => {
    let world: EvolvingWorld
    let [before, after]: [Version, Version] = [undefined, undefined] as unknown as [Version, Version]
    let oids: string[] = []
    beforeAll(async () => {
      world = await evolvingWorld(place)
      before = await world.release({ schema: pier(first) })
      oids = (await send(before, 'POST', stored)).map(({ oid }) => String(oid))
      after = await world.release({ schema: change.schema, ...(change.migrations && { migrations: change.migrations }) })
    })
    afterAll(() => world.dispose())

    const url = (query = ''): string => `/api/v1/piers?tenantOid=${world.platformOid}${query}`

    async function send({ app }: Version, method: 'POST' | 'PATCH', data: Rec[]): Promise<Rec[]> {
      const answer = await app.inject({ method, url: url(), payload: { data } })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer.json<{ data: Rec[] }>().data
    }

    async function list({ app }: Version, query: string): Promise<Rec[]> {
      const answer = await app.inject({ method: 'GET', url: url(query) })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ data: Rec[] }>().data
    }

    async function read(version: Version, at = 0): Promise<Rec> {
      const answer = await version.app.inject({ method: 'GET', url: `/api/v1/piers/${oids[at]}?tenantOid=${world.platformOid}` })
      expect(answer.statusCode, answer.body).toBe(200)
      const [record] = answer.json<{ data: Rec[] }>().data
      return record ?? {}
    }

    async function patch(version: Version, changed: Rec, at = 0): Promise<Rec> {
      const { revision } = await read(version, at)
      const [written] = await send(version, 'PATCH', [{ oid: oids[at], revision, ...changed }])
      return written ?? {}
    }

    const withValues = (expected: Rec): Rec =>
      expect.objectContaining(Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined))) as Rec

    async function expectRead(version: Version, expected: Rec, at = 0): Promise<void> {
      const record = await read(version, at)
      expect(record).toEqual(withValues(expected))
      for (const [name, value] of Object.entries(expected)) if (value === undefined) expect(record[name]).toBeUndefined()
      const listed = (await list(version, '&size=50')).find(({ oid }) => oid === oids[at])
      expect(listed).toEqual(withValues(expected))
    }

    async function expectFound(expected: Rec): Promise<void> {
      if (change.find === undefined) return
      const [top = '', inner] = change.find.split('.')
      const value = inner === undefined ? expected[top] : (expected[top] as Rec)[inner]
      const found = await list(after, `&filter=${change.find}==${String(value)}&sort=${after.schema['x-sort'][0]}&size=50`)
      expect(found.map(({ oid }) => oid)).toContain(oids[0])
      expect(found.length).toBeLessThan(3)
    }

    it('is read at once, and can be found', async () => {
      for (const [at, expected] of change.expected.entries()) await expectRead(after, expected, at)
      await expectFound({ ...change.expected[0] })
      for (const [at, expected] of stored.entries()) await expectRead(before, expected, at)
    })

    it('is written by both versions, and each reads what the other wrote', async () => {
      await patch(after, change.write)
      await expectRead(after, change.write)
      await expectRead(before, change.seen)
      await patch(before, change.earlierWrite)
      await expectRead(before, change.earlierWrite)
      await expectRead(after, change.earlierSeen)
      await expectFound(change.earlierSeen)
      for (const at of oids.keys()) {
        await patch(before, {}, at)
        await patch(after, {}, at)
      }
    })

    it('is settled once, and again after the version before has written', async () => {
      const settled = await world.settle(after)
      expect(settled).toBeLessThanOrEqual(3)
      expect(await world.settle(after)).toBe(0)
      await expectRead(after, change.earlierSeen)
      await expectRead(before, change.earlierWrite)
      await patch(before, change.earlierWrite)
      await patch(before, { ...(before.schema.properties['state'] && { state: 'open' }) })
      expect(await world.settle(after)).toBeLessThanOrEqual(1)
      await expectRead(after, change.earlierSeen)
      await expectFound(change.earlierSeen)
    })

    it('can be taken back, and carried out again', async () => {
      await patch(after, change.write)
      await world.restart(before)
      await expectRead(before, change.seen)
      await patch(before, change.earlierWrite)
      await send(before, 'POST', [{ name: 'South', keeper: 'Ida' }])
      await world.restart(after)
      await expectRead(after, change.earlierSeen)
      await world.settle(after)
      await expectRead(after, change.earlierSeen)
    })
  })
})
