import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateBy, type CompiledFunction, type Validate } from '../vocabulary/schema/compiled-entity.ts'
import type { EntitySchema, PropertySchema, Rec } from '../vocabulary/types.ts'
import type { EntityContract } from './contract.ts'
import { evolutionOf, releasedContract } from './derive-step.ts'
import { storedVersionsOf, unknownOf, withAside, withoutLaterVersion, type StoredVersions } from './stored-versions.ts'
import type { RecordMigrations } from './record-migration.ts'

const text: PropertySchema = { type: 'string' }
const object = (properties: Record<string, PropertySchema>): PropertySchema => ({ type: 'object', properties })

/** A released entity: a pier with berths in a list and lamps in a map. */
const first: Record<string, PropertySchema> = {
  name: text,
  keeper: text,
  state: { type: 'string', enum: ['open', 'closed'] },
  depth: text,
  berths: { type: 'array', items: object({ width: { type: 'number' }, side: { type: 'string', enum: ['left', 'right'] } }) },
  lamps: { type: 'object', additionalProperties: object({ colour: text }) },
}

function schemaOf(properties: Record<string, PropertySchema>, required: string[] = ['name']): EntitySchema {
  const meta = { name: 'pier', plural: 'piers', route: '/api/v1/piers', scope: 'tenant', resource: 'piers', theme: 'piers', label: 'name' }
  return {
    $id: 'pier',
    type: 'object',
    properties,
    required,
    'x-entity': meta,
    'x-key': ['name'],
    'x-rules': [],
  } as unknown as EntitySchema
}

function validatorOf(schema: EntitySchema): Validate {
  const check = new Ajv2020({ allErrors: true, strict: false }).compile({ ...(schema as object), additionalProperties: false })
  return validateBy(check as unknown as CompiledFunction, schema)
}

interface Release {
  properties: Record<string, PropertySchema>
  required?: string[]
  migrations?: RecordMigrations
}

/** The versions of the last of some releases, one after another. */
function released(...releases: Release[]): { schema: EntitySchema; versions: StoredVersions | undefined }[] {
  let before: EntityContract | undefined
  return releases.map(({ properties, required, migrations = {} }) => {
    const schema = schemaOf(properties, required)
    before = releasedContract({ schema, source: () => undefined, released: before, migrations })
    const evolution = evolutionOf({ schema, source: () => undefined, released: before, migrations })
    const evolved = evolution === undefined ? schema : { ...schema, 'x-evolution': evolution }
    return { schema: evolved, versions: storedVersionsOf({ schema: evolved, validate: validatorOf(schema), migrations }) }
  })
}

const without = <T extends object>(all: T, ...names: string[]): T =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))) as T

const berth = fc.record({ width: fc.integer(), side: fc.constantFrom('left', 'right') }, { requiredKeys: [] })
const record = fc.record(
  {
    name: fc.string(),
    keeper: fc.string(),
    state: fc.constantFrom('open', 'closed'),
    depth: fc.integer({ min: 0, max: 99 }).map(String),
    berths: fc.array(berth, { maxLength: 3 }),
    lamps: fc.dictionary(fc.constantFrom('a', 'b'), fc.record({ colour: fc.string() }, { requiredKeys: [] })),
  },
  { requiredKeys: ['name'] },
) as fc.Arbitrary<Rec>

const { berths, lamps } = first as Record<'berths' | 'lamps', PropertySchema>

/** One change each, with the record that it makes of the example. */
const example: Rec = {
  name: 'West',
  keeper: 'Ada',
  state: 'open',
  depth: '7',
  berths: [{ width: 3, side: 'left' }, { width: 4 }],
  lamps: { a: { colour: 'red' } },
}
const changes: Record<string, { release: Release; expected: Rec }> = {
  'a renamed field': {
    release: { properties: { ...without(first, 'keeper'), warden: { ...text, 'x-was': ['keeper'] } } },
    expected: { ...without(example, 'keeper'), warden: 'Ada' },
  },
  'two fields that swap their names': {
    release: { properties: { ...first, keeper: { ...text, 'x-was': ['depth'] }, depth: { ...text, 'x-was': ['keeper'] } } },
    expected: { ...example, keeper: '7', depth: 'Ada' },
  },
  'a field moved into a group': {
    release: { properties: { ...without(first, 'keeper'), contact: object({ person: { ...text, 'x-was': ['/keeper'] } }) } },
    expected: { ...without(example, 'keeper'), contact: { person: 'Ada' } },
  },
  'a field renamed within a list, and one within a map': {
    release: {
      properties: {
        ...first,
        berths: {
          type: 'array',
          items: object({ ...without(berths.items?.properties ?? {}, 'width'), breadth: { type: 'number', 'x-was': ['width'] } }),
        },
        lamps: { ...lamps, additionalProperties: object({ shade: { ...text, 'x-was': ['colour'] } }) },
      },
    },
    expected: { ...example, berths: [{ side: 'left', breadth: 3 }, { breadth: 4 }], lamps: { a: { shade: 'red' } } },
  },
  'a renamed list with a renamed field': {
    release: {
      properties: {
        ...without(first, 'berths'),
        places: {
          type: 'array',
          'x-was': ['berths'],
          items: object({ ...without(berths.items?.properties ?? {}, 'width'), breadth: { type: 'number', 'x-was': ['width'] } }),
        },
      },
    },
    expected: { ...without(example, 'berths'), places: [{ side: 'left', breadth: 3 }, { breadth: 4 }] },
  },
  'renamed options, one of them within a list': {
    release: {
      properties: {
        ...first,
        state: { type: 'string', enum: ['free', 'closed'], 'x-options': { free: { 'x-was': ['open'] } } },
        berths: {
          type: 'array',
          items: object({
            ...berths.items?.properties,
            side: { type: 'string', enum: ['port', 'right'], 'x-options': { port: { 'x-was': ['left'] } } },
          }),
        },
      },
    },
    expected: { ...example, state: 'free', berths: [{ width: 3, side: 'port' }, { width: 4 }] },
  },
  'a field split in two by a migration': {
    release: {
      properties: { ...first, first: text, last: text },
      migrations: {
        '0001-split': {
          entity: 'pier',
          writes: ['first', 'last'],
          up: (one) => ({ ...one, first: String(one['keeper'] ?? '').slice(0, 1), last: String(one['keeper'] ?? '').slice(1) }),
          down: (one) => ({ ...one, ...(one['keeper'] !== undefined && { keeper: `${String(one['first'])}${String(one['last'])}` }) }),
          samples: [],
        },
      },
    },
    expected: { ...example, first: 'A', last: 'da' },
  },
  'text that became a number': {
    release: { properties: { ...first, depth: { type: 'number', 'x-since': { value: { compute: 'number', of: ['depth'] } } } } },
    expected: { ...example, depth: 7 },
  },
  'a new mandatory field': {
    release: { properties: { ...first, harbour: { ...text, 'x-since': { value: 'Kiel' } } }, required: ['name', 'harbour'] },
    expected: { ...example, harbour: 'Kiel' },
  },
}

describe('versions of records', () => {
  it.each(Object.entries(changes))('carry out %s, for records that exist and for the version before', (_what, { release, expected }) => {
    const [, { versions }] = released({ properties: first }, release) as [unknown, { versions: StoredVersions }]
    expect(versions.present(example)).toEqual(expected)
    const stored = versions.stored(expected)
    expect(versions.present(stored)).toEqual(expected)
    expect(withoutLaterVersion(stored, schemaOf(first))).toEqual(example)
  })

  it.each(Object.entries(changes))('lose nothing of any record by %s, whoever writes it', (_what, { release }) => {
    const [, { versions }] = released({ properties: first }, release) as [unknown, { versions: StoredVersions }]
    fc.assert(
      fc.property(record, (any) => {
        const present = versions.present(any)
        const stored = JSON.parse(JSON.stringify(versions.stored(present))) as Rec
        expect(versions.present(stored)).toEqual(present)
        const read = withoutLaterVersion(stored, schemaOf(first))
        expect(read).toEqual(any)
        // The version before writes what it knows only.
        expect(versions.present(read)).toEqual(present)
      }),
    )
  })

  it('lead over several releases, and leave the earlier ones behind', () => {
    const second = { ...without(first, 'keeper'), warden: { ...text, 'x-was': ['keeper'] } }
    const third = { ...without(second, 'warden'), guard: { ...text, 'x-was': ['warden', 'keeper'] } }
    const all = released({ properties: first }, { properties: second }, { properties: third }, { properties: { ...third, extra: text } })
    const [, two, three, four] = all.map(({ versions }) => versions) as [undefined, StoredVersions, StoredVersions, StoredVersions]
    const ofTwo = two.stored(two.present({ name: 'a', keeper: 'Ada' }))
    expect(three.present(ofTwo)).toEqual({ name: 'a', guard: 'Ada' })
    const ofThree = three.stored({ name: 'a', guard: 'Eve' })
    expect(two.present(ofThree)).toEqual({ name: 'a', warden: 'Eve' })
    expect(four.present(ofThree)).toEqual({ name: 'a', guard: 'Eve' })
    expect(ofThree).toEqual({ $version: 1, name: 'a', warden: 'Eve', guard: 'Eve', $2: {} })
    // Nothing changed for records: only the present version is kept.
    expect(four.stored({ name: 'a', guard: 'Eve' })).toEqual({ $version: 2, name: 'a', guard: 'Eve' })
    // Back to the version before.
    expect(three.present(four.stored({ name: 'a', guard: 'Eve' }))).toEqual({ name: 'a', guard: 'Eve' })
  })

  it('keep what a later version added while an earlier one writes', () => {
    const [{ schema }, { versions }] = released(
      { properties: first },
      { properties: { ...without(first, 'keeper'), warden: { ...text, 'x-was': ['keeper'] }, extra: text } },
    ) as unknown as [{ schema: EntitySchema }, { versions: StoredVersions }]
    const stored = versions.stored({ name: 'a', warden: 'Ada', extra: 'x' })
    const read = withoutLaterVersion(stored, schema)
    const written = withAside({ ...read, keeper: 'Eve' }, unknownOf(stored, schema))
    expect(versions.present(written)).toEqual({ name: 'a', warden: 'Eve', extra: 'x' })
    const again = withAside(without(withoutLaterVersion(written, schema), 'keeper'), unknownOf(written, schema))
    expect(versions.present(again)).toEqual({ name: 'a', extra: 'x' })
  })

  it('keep a cleared value cleared', () => {
    const [, { versions }] = released(
      { properties: first },
      changes['renamed options, one of them within a list']?.release ?? { properties: {} },
    ) as [unknown, { versions: StoredVersions }]
    expect(versions.present(versions.stored({ name: 'a' }))).toEqual({ name: 'a' })
  })
})
