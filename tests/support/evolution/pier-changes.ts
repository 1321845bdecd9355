import type { RecordMigrations } from '../../../schemas/evolution/record-migration.ts'
import type { EntitySchema, PropertySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import type { Release } from '../api/evolving-service.ts'
import { exampleSchema } from '../api/example-service.ts'

type Properties = Record<string, PropertySchema>

const text = (more: PropertySchema = {}): PropertySchema => ({ type: 'string', description: 'Text.', ...more })
const number = (more: PropertySchema = {}): PropertySchema => ({ type: 'number', description: 'Number.', ...more })

const without = (all: Properties, ...names: string[]): Properties =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)))

const berthsOf = (properties: Properties): PropertySchema => ({
  type: 'array',
  description: 'Berths.',
  'x-key': ['mark'],
  items: { type: 'object', properties: { mark: text(), ...properties } },
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
export const storedPier = (n: number): Rec => ({
  name: `Pier ${n}`,
  keeper: `Keeper ${n % 100}`,
  state: n % 3 === 0 ? 'closed' : 'open',
  code: `D${n % 7}-${n}`,
  note: `note ${n}`,
  depth: String(n % 20),
  visits: 0,
  berths: [{ mark: 'a', width: n % 9 }],
})

interface Parts {
  required?: string[]
  unique?: string[]
  rules?: EntitySchema['x-rules']
  /** By which lists are sorted besides the name. */
  sort?: string
  conditions?: NonNullable<EntitySchema['x-conditions']>
  more?: Partial<EntitySchema>
  name?: string
}

function pier(properties: Properties, { required = ['name'], unique = ['name'], name = 'pier', ...parts }: Parts): EntitySchema {
  const { sort = 'keeper', conditions = { open: { state: 'open' } }, rules = [], more = {} } = parts
  const schema = exampleSchema('pier', {
    properties,
    required,
    search: ['name'],
    unique: [{ fields: unique, because: 'pier.name.taken' }],
    sort: ['name', sort],
    conditions,
  })
  const meta = { ...schema['x-entity'], name, theme: 'Piers' }
  return { ...schema, $id: name, 'x-entity': meta, 'x-key': unique, 'x-rules': rules, ...more }
}

/** Schema of the first version. */
export const firstPier = pier(first, {})

const warden: Parts = { sort: 'warden' }
const renamed: Properties = { ...without(first, 'keeper'), warden: text({ maxLength: 40, 'x-was': ['keeper'] }) }
const inList: Properties = { ...renamed, berths: berthsOf({ breadth: number({ 'x-was': ['width'] }) }) }
const option: Properties = {
  ...inList,
  state: { type: 'string', enum: ['free', 'closed'], 'x-options': { free: { 'x-was': ['open'] } }, description: 'State.' },
}
const vacant: Parts = { ...warden, conditions: { vacant: { state: 'free' } }, more: { 'x-former': { tabs: { open: 'vacant' } } } }
const jetty: Parts = { ...vacant, name: 'jetty', more: { ...vacant.more, 'x-was': ['pier'] } }
const grouped: Parts = { ...jetty, sort: 'contact/person' }
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
const filled: Parts = { ...grouped, required: ['name', 'harbour'] }
const retyped: Properties = { ...mandatory, depth: number({ 'x-since': { value: { compute: 'number', of: ['depth'] } } }) }
const removed: Properties = { ...retyped, code: text({ 'x-removed': '2099-01-01' }) }
const key: Parts = {
  ...filled,
  unique: ['harbour', 'name'],
  more: { ...filled.more, 'x-former': { ...filled.more?.['x-former'], keys: [['name']] } },
}
const rule: NonNullable<Parts['rules']>[number] = {
  id: 'depth-of-docks',
  fields: ['depth'],
  effect: 'check',
  that: { depth: { lt: 19 } },
  because: 'pier.depth',
}

/** Present paths and options of what the first version called `keeper`, `width` of a berth, and `open`. */
export interface Names {
  keeper: string
  width: string
  open: string
}

/** One of the twelve changes. */
export interface Change extends Release {
  what: string
  names: Names
  /** What the version reads of row `n`, besides what did not change. */
  expected: (n: number) => Rec
  /** Rows that the version refuses to save as they are. */
  refused?: (n: number) => boolean
  /** What the reference of the entity says about the change. */
  told: readonly string[]
  /** What OpenAPI says about it. */
  inOpenApi: readonly string[]
}

const contact = (n: number): Rec => ({ contact: { person: `Keeper ${n % 100}` } })

const began: Names = { keeper: 'warden', width: 'width', open: 'open' }
const ended: Names = { keeper: 'contact/person', width: 'breadth', open: 'free' }
const present = { names: ended, migrations }

/** The changes of the schema of piers, each made to the one before. */
export const pierChanges: readonly Change[] = [
  {
    what: 'a renamed field',
    schema: pier(renamed, warden),
    names: began,
    expected: (n) => ({ warden: `Keeper ${n % 100}` }),
    told: ['called keeper until release'],
    inOpenApi: ['Earlier name of warden.'],
  },
  {
    what: 'a renamed field within a list',
    schema: pier(inList, warden),
    names: { ...began, width: 'breadth' },
    expected: (n) => ({ berths: [{ mark: 'a', breadth: n % 9 }] }),
    told: ['called width until release'],
    inOpenApi: ['Earlier name of breadth.'],
  },
  {
    what: 'a renamed option',
    schema: pier(option, vacant),
    names: { ...ended, keeper: 'warden' },
    expected: (n) => ({ state: n % 3 === 0 ? 'closed' : 'free' }),
    told: ['free was called open until release'],
    inOpenApi: ['"enum":["free","closed"]'],
  },
  {
    what: 'a renamed entity',
    schema: pier(option, jetty),
    names: { ...ended, keeper: 'warden' },
    expected: (n) => ({ warden: `Keeper ${n % 100}` }),
    told: ['Earlier names, which calls may still use: pier'],
    inOpenApi: ['JettyFields'],
  },
  {
    what: 'a field moved into a group',
    schema: pier(moved, grouped),
    names: ended,
    expected: contact,
    told: ['called warden until release', 'called keeper until release'],
    inOpenApi: ['Earlier name of contact.person.'],
  },
  {
    what: 'a field split in two by a migration',
    ...present,
    schema: pier(split, grouped),
    expected: (n) => ({ dock: `D${n % 7}`, place: n }),
    told: ['dock', 'place'],
    inOpenApi: ['"dock"', '"place"'],
  },
  {
    what: 'a narrower bound',
    ...present,
    schema: pier(narrow, grouped),
    expected: (n) => ({ note: `note ${n}` }),
    told: ['8 characters'],
    inOpenApi: ['"maxLength":8'],
  },
  {
    what: 'a new mandatory field',
    ...present,
    schema: pier(mandatory, filled),
    expected: () => ({ harbour: 'Kiel' }),
    told: ['harbour'],
    inOpenApi: ['"required":["name","harbour"]'],
  },
  {
    what: 'a text that became a number',
    ...present,
    schema: pier(retyped, filled),
    expected: (n) => ({ depth: n % 20 }),
    told: ['depth'],
    inOpenApi: ['"depth":{"type":"number"'],
  },
  {
    what: 'a field that goes',
    ...present,
    schema: pier(removed, filled),
    expected: contact,
    told: ['goes on 2099-01-01'],
    inOpenApi: ['"deprecated":true'],
  },
  { what: 'another key', ...present, schema: pier(removed, key), expected: contact, told: ['harbour'], inOpenApi: ['"harbour"'] },
  {
    what: 'a new rule that refuses old rows',
    ...present,
    schema: pier(removed, { ...key, rules: [rule] }),
    expected: contact,
    refused: (n) => n % 20 === 19,
    told: ['pier.depth'],
    inOpenApi: ['"depth"'],
  },
]
