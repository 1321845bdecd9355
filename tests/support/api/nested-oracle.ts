import fc from 'fast-check'
import type { EntitySchema, Rec } from '../../../schemas/vocabulary/types.ts'
import { exampleSchema } from './example-service.ts'
import { compare } from './filter-oracle.ts'

const text = (description: string) => ({ type: 'string' as const, description })
const integer = (description: string) => ({ type: 'integer' as const, description })
const mast = {
  type: 'object' as const,
  description: 'Mast.',
  properties: {
    height: integer('Metres.'),
    rig: { enum: ['gaff', 'junk'], description: 'Sail.' },
    stay: { type: 'string' as const, 'x-ref': { entity: 'quay' }, description: 'Quay that repairs it.' },
  },
}

/** Invented entities of an overlay: boats that refer to quays from all kinds of places. */
export const nestedSchemas: Record<string, EntitySchema> = {
  quay: exampleSchema('quay', {
    scope: 'overlay',
    properties: {
      oid: { type: 'string', readOnly: true, description: 'Identifier.' },
      name: { type: 'string', minLength: 1, maxLength: 40, description: 'Name.' },
      depth: integer('Metres.'),
      lock: { ...text('Opens it.'), maxLength: 20, 'x-secret': true },
      note: { ...text('For the office.'), 'x-access': { read: { when: { '$can.update': true }, because: 'quay.because.note' } } },
      berths: {
        type: 'array',
        description: 'Places.',
        items: { type: 'object', properties: { id: text('Id.'), metres: integer('Length.') } },
      },
    },
    required: ['name'],
    search: ['name'],
    unique: [{ fields: ['name'], because: 'quay.name.taken' }],
    sort: ['name'],
  }),
  boat: exampleSchema('boat', {
    scope: 'overlay',
    properties: {
      oid: { type: 'string', readOnly: true, description: 'Identifier.' },
      name: { type: 'string', minLength: 1, maxLength: 40, description: 'Name.' },
      home: { type: 'string', 'x-ref': { entity: 'quay' }, description: 'Where it lies.' },
      masts: { type: 'object', description: 'Its masts.', properties: { fore: mast, main: mast } },
      crew: {
        type: 'array',
        description: 'People.',
        items: {
          type: 'object',
          properties: {
            id: text('Id.'),
            age: integer('Years.'),
            role: { enum: ['cook', 'mate'], description: 'Work.' },
            joined: { type: 'string', format: 'date-time', description: 'First day.' },
            from: { type: 'string', 'x-ref': { entity: 'quay' }, description: 'Came aboard there.' },
            pin: { ...text('Pin.'), maxLength: 20, 'x-secret': true },
            pay: { ...integer('Euro.'), 'x-access': { read: { when: { '$can.update': true }, because: 'boat.because.pay' } } },
          },
        },
      },
      flags: { type: 'array', description: 'Flags.', items: { type: 'string', enum: ['red', 'blue', 'white'] } },
      calls: {
        type: 'object',
        description: 'By weekday.',
        propertyNames: { pattern: '^[a-z]+$', maxLength: 9 },
        additionalProperties: { type: 'object', properties: { hour: integer('Hour.') } },
      },
    },
    required: ['name'],
    search: ['name'],
    unique: [{ fields: ['name'], because: 'boat.name.taken' }],
    sort: ['name'],
  }),
}

const pick = (...values: string[]): fc.Arbitrary<string> => fc.constantFrom(...values)

/** Quays, by the names under which boats refer to them. */
export const quays: Rec[] = [
  { name: 'North', depth: 4, berths: [{ metres: 10 }, { metres: 20 }], note: 'dear', lock: '1111' },
  { name: 'South', depth: 9, berths: [], note: 'cheap', lock: '2222' },
  { name: 'West', lock: '3333' },
]

/** Boats; references hold positions in the list of quays, which `withOids` replaces. */
export const anyBoat: fc.Arbitrary<Rec> = fc.record(
  {
    home: fc.nat(2),
    masts: fc.record({ fore: mastOf(), main: mastOf() }, { requiredKeys: [] }),
    crew: fc.array(
      fc.record(
        {
          age: fc.integer({ min: 16, max: 19 }),
          role: pick('cook', 'mate'),
          joined: pick('2024-01-01T00:00:00Z', '2024-06-01T00:00:00.000Z'),
          from: fc.nat(2),
          pay: fc.integer({ min: 1, max: 3 }),
        },
        { requiredKeys: ['role'] },
      ),
      { maxLength: 3 },
    ),
    flags: fc.uniqueArray(pick('red', 'blue', 'white'), { maxLength: 2 }),
    calls: fc.dictionary(pick('monday', 'friday'), fc.record({ hour: fc.integer({ min: 1, max: 3 }) }), { maxKeys: 2 }),
  },
  { requiredKeys: [] },
)

function mastOf(): fc.Arbitrary<Rec> {
  return fc.record({ height: fc.integer({ min: 1, max: 3 }), rig: pick('gaff', 'junk'), stay: fc.nat(2) }, { requiredKeys: [] })
}

/** A generated filter. */
export type NestedFilter =
  | { kind: 'and'; parts: NestedFilter[] }
  | { kind: 'or'; parts: NestedFilter[] }
  | { kind: 'elements'; selector: string; operator: '=any=' | '=none='; filter: NestedFilter }
  | { kind: 'comparison'; selector: string; operator: string; values: string[]; type: Type }

type Type = 'text' | 'number' | 'instant' | 'list'

/** What may be compared, from a boat on and from its parts on. */
const FIELDS: Record<string, Record<string, Type>> = {
  boat: {
    name: 'text',
    'home.name': 'text',
    'home.depth': 'number',
    'home.berths': 'list',
    'home.berths.*.metres': 'number',
    'masts.fore.height': 'number',
    'masts.main.rig': 'text',
    'masts.*.height': 'number',
    'masts.*.stay.name': 'text',
    'crew.*.age': 'number',
    'crew.*.joined': 'instant',
    'crew.*.from.depth': 'number',
    'flags.*': 'text',
    'calls.*.hour': 'number',
    'calls.monday.hour': 'number',
    crew: 'list',
    flags: 'list',
    calls: 'list',
  },
  mast: { height: 'number', rig: 'text', 'stay.name': 'text', 'stay.berths.*.metres': 'number' },
  crew: { age: 'number', role: 'text', joined: 'instant', 'from.name': 'text', 'from.berths': 'list' },
  call: { hour: 'number' },
  quay: { name: 'text', depth: 'number', berths: 'list', 'berths.*.metres': 'number' },
}
/** Lists and references, and what their elements are. */
const LISTS: Record<string, Record<string, string>> = {
  boat: { masts: 'mast', 'masts.*': 'mast', crew: 'crew', calls: 'call', home: 'quay', 'crew.*.from': 'quay' },
  mast: { stay: 'quay' },
  crew: { from: 'quay' },
  call: {},
  quay: {},
}

const OPERATORS: Record<Type, string[]> = {
  text: ['==', '!=', '=in=', '=out=', '=ilike=', '=isnull='],
  number: ['==', '!=', '=lt=', '=ge=', '=in=', '=isnull='],
  instant: ['==', '=lt=', '=ge=', '=isnull='],
  list: ['=isnull='],
}
const VALUES: Record<Type, fc.Arbitrary<string>> = {
  text: pick('North', 'South', 'gaff', 'junk', 'cook', 'mate', 'red', 'blue'),
  number: pick('1', '2', '3', '4', '9', '10', '17', '18'),
  instant: pick('2024-01-01T01:00:00+01:00', '2024-03-01'),
  list: pick('true', 'false'),
}

function filterIn(from: string, depth: number): fc.Arbitrary<NestedFilter> {
  const fields = Object.entries(FIELDS[from] ?? {})
  const lists = Object.entries(LISTS[from] ?? {})
  const comparison = fc.constantFrom(...fields).chain(([selector, type]) =>
    fc.constantFrom(...(OPERATORS[type] ?? [])).chain((operator) => {
      const value = operator === '=isnull=' ? pick('true', 'false') : VALUES[type]
      const values = fc.array(operator === '=ilike=' ? pick('%ort%', 'n%', '%c%') : value, {
        minLength: 1,
        maxLength: /in|out/.test(operator) ? 2 : 1,
      })
      return values.map((given): NestedFilter => ({
        kind: 'comparison',
        selector,
        operator,
        values: operator.includes('isnull') ? given.slice(0, 1) : given,
        type,
      }))
    }),
  )
  if (depth === 0) return comparison
  const group = fc
    .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(filterIn(from, depth - 1), { minLength: 1, maxLength: 3 }))
    .map(([kind, parts]): NestedFilter => ({ kind, parts }) as NestedFilter)
  if (lists.length === 0) return fc.oneof(comparison, group)
  const elements = fc
    .tuple(fc.constantFrom(...lists), fc.constantFrom('=any=' as const, '=none=' as const))
    .chain(([[selector, of], operator]) =>
      filterIn(of, depth - 1).map((filter): NestedFilter => ({ kind: 'elements', selector, operator, filter })),
    )
  return fc.oneof(comparison, group, elements)
}

/** Filters on boats. */
export const anyNested = filterIn('boat', 3)

/** RSQL of a filter. */
export function nestedRsql(filter: NestedFilter): string {
  if (filter.kind === 'elements') return `${filter.selector}${filter.operator}(${nestedRsql(filter.filter)})`
  if (filter.kind !== 'comparison') return `(${filter.parts.map(nestedRsql).join(filter.kind === 'and' ? ';' : ',')})`
  const values = filter.values.map((value) => `"${value}"`)
  return `${filter.selector}${filter.operator}${/in=$|out=$/.test(filter.operator) ? `(${values.join(',')})` : (values[0] ?? '')}`
}

/** Whether a boat matches, from the documentation alone. `byOid`: the quays. */
export function nestedMatches(filter: NestedFilter, value: unknown, byOid: ReadonlyMap<string, Rec>): boolean {
  if (filter.kind === 'and') return filter.parts.every((part) => nestedMatches(part, value, byOid))
  if (filter.kind === 'or') return filter.parts.some((part) => nestedMatches(part, value, byOid))
  if (filter.kind === 'elements') {
    const ends = endsOf(value, filter.selector.replace(/\.\*$/, '').split('.'), byOid)
    const elements = ends.flatMap((end) => (typeof end === 'string' ? referred(end, byOid) : Object.values(end ?? {})))
    return elements.some((element) => nestedMatches(filter.filter, element, byOid)) === (filter.operator === '=any=')
  }
  const { operator, type } = filter
  return endsOf(value, filter.selector.split('.'), byOid).some((end) => {
    if (type === 'list') return (end === undefined || Object.keys(end as object).length === 0) === (filter.values[0] === 'true')
    if (operator === '=isnull=') return (end === undefined) === (filter.values[0] === 'true')
    const read = (one: unknown): string | number | undefined => {
      if (one === undefined || type === 'text') return one as string | undefined
      return type === 'number' ? Number(one) : Date.parse(String(one))
    }
    return compare(operator, read(end), operator === '=ilike=' ? filter.values : filter.values.map(read))
  })
}

const referred = (oid: string, byOid: ReadonlyMap<string, Rec>): Rec[] => [byOid.get(oid)].filter((one) => one !== undefined)

/** The values at the end of a path: several behind a list, none behind a reference that leads nowhere. */
function endsOf(value: unknown, [step, ...rest]: readonly string[], byOid: ReadonlyMap<string, Rec>): unknown[] {
  if (step === undefined) return [value]
  if (step === '*') return Object.values(slots(value)).flatMap((element) => endsOf(element, rest, byOid))
  if (typeof value === 'string') return referred(value, byOid).flatMap((record) => endsOf(record, [step, ...rest], byOid))
  const part = (value as Rec | undefined)?.[step]
  // Behind a reference without a value there is no record.
  if (part === undefined && rest.length > 0 && ['home', 'stay', 'from'].includes(step)) return []
  return endsOf(part, rest, byOid)
}

/** Parts that are alike are there in every record, be it without values. */
const slots = (value: unknown): object => (value !== null && typeof value === 'object' ? value : {})
