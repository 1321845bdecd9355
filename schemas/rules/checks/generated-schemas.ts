import fc from 'fast-check'
import type { Condition, EntitySchema, PropertySchema, Rec, Rule } from '../../vocabulary/types.ts'

/** Schemas, records and changes for property-based tests; not part of the product. */

const scalars = ['a', 'b', 'c', 'd']
const texts = ['x', 'y', 'z']
const property: PropertySchema = { enum: texts }

function objectOf(rules: Rule[]): PropertySchema {
  return {
    type: 'object',
    properties: { a: property, b: { enum: texts, default: 'x' }, c: { type: 'integer' }, d: property },
    'x-rules': rules,
  }
}

const paths = {
  root: [
    ...scalars,
    'inner/a',
    'inner/b',
    'map/*/a',
    'rows/*/a',
    'rows/*/b',
    'map/{a}/b',
    'ref.kind',
    '$editor.bulk',
    '$editor.creating',
    'rows',
  ],
  below: [...scalars, '/a', '/b', '/inner/a', '/map/*/b', '/rows/*/a', '^.a', '^.b', '/map/{d}/a', '/ref.kind', '$editor.bulk'],
  map: [...scalars, '/a', '/b', '/inner/a', '^.x/b', '/rows/*/a', '^.^.a', '^.*/d', '/map/{d}/a', '/ref.kind', '$editor.bulk'],
}
const fields = { root: [...scalars, 'inner/a', 'inner/c', 'map/*/a', 'map/*/d', 'rows/*/d', 'rows', 'inner'], below: scalars, map: scalars }
const triggers = {
  root: [...scalars, 'inner/a', 'map/*/a', 'rows/*/a'],
  below: [...scalars, '/a', '/inner/a'],
  map: [...scalars, '/a', '^.*/a'],
}
type Level = keyof typeof paths

/** Whether the operators of a test take values of the kind that the path holds. */
function takes(path: string, test: unknown): boolean {
  const [operator] = test !== null && typeof test === 'object' && !Array.isArray(test) ? Object.keys(test) : []
  const isList = /(?:^|\/)rows$/.test(path)
  const isObject = /(?:^|\/)inner$/.test(path)
  if (operator === 'count') return isList || isObject
  if (operator === 'ge' || operator === 'lt') return !isList && !isObject
  return operator !== 'contains' || (!isObject && !/(?:^|[/.])c$/.test(path))
}

function conditionOf(level: Level): fc.Arbitrary<Condition> {
  const test = fc.oneof(
    fc.constantFrom<unknown>(...texts, true, false),
    fc.subarray(texts, { minLength: 1 }),
    fc.constantFrom<unknown>(
      { not: 'x' },
      { empty: true },
      { empty: false },
      { ge: 2 },
      { lt: 3 },
      { count: { ge: 2 } },
      { changed: true },
      { from: 'a' },
      { contains: { not: 'q' } },
      { not: ['x', 'y'] },
    ),
  )
  const single = fc
    .tuple(fc.constantFrom(...paths[level]), test)
    .filter(([path, wanted]) => takes(path, wanted))
    .map(([path, wanted]): Condition => ({ [path]: wanted }))
  const pair = fc.tuple(single, single)
  return fc.oneof(
    { weight: 4, arbitrary: single },
    pair.map(([one, other]): Condition => ({ ...one, ...other })),
    pair.map(([one, other]): Condition => ({ any: [one, other] })),
    single.map((one): Condition => ({ not: one })),
  )
}

/** Condition of a check: any condition, or uniqueness of row values. */
function invariantOf(level: Level): fc.Arbitrary<Condition> {
  const rows = level === 'root' ? 'rows' : '/rows'
  return fc.oneof(
    conditionOf(level),
    fc.constantFrom<Condition>({ d: { distinct: [`${rows}/*/d`] } }, { a: { not: { distinct: ['a', `${rows}/*/a`, `${rows}/*/d`] } } }),
  )
}

/** Drops fields inside other fields: a rule that governs an object must not name its content. */
const outermost = (names: string[]): string[] => names.filter((name) => !names.some((other) => name.startsWith(`${other}/`)))

function ruleOf(level: Level): fc.Arbitrary<Omit<Rule, 'id'>> {
  const common = {
    fields: fc.uniqueArray(fc.constantFrom(...fields[level]), { minLength: 1, maxLength: 2 }).map(outermost),
    when: conditionOf(level),
    because: fc.constant('because'),
  }
  const single = {
    fields: fc.uniqueArray(fc.constantFrom(...fields[level].filter((field) => field !== 'rows' && field !== 'inner')), {
      minLength: 1,
      maxLength: 2,
    }),
  }
  const edge = { ...common, changed: fc.uniqueArray(fc.constantFrom(...triggers[level]), { minLength: 1, maxLength: 2 }) }
  const value = fc.constantFrom<unknown>(
    'x',
    'y',
    7,
    { compute: 'copy', of: ['a'] },
    { compute: 'plus', of: ['c'], with: 1 },
    { compute: 'coalesce', of: ['d', 'b'], with: 'z' },
    { compute: 'count', of: [level === 'root' ? 'rows' : '/rows'] },
  )
  const options = fc.constantFrom<unknown>(
    ['x', 'y'],
    { from: level === 'root' ? 'rows/*/a' : '/map/*/a' },
    { from: level === 'root' ? 'ref.kinds' : '/ref.kinds' },
  )
  const effects = [
    ...['show', 'enable', 'require', 'clear'].map((effect) => fc.record({ ...common, effect: fc.constant(effect) })),
    fc.record({ ...common, ...single, effect: fc.constant('set'), value }),
    fc.record({ ...common, ...single, effect: fc.constant('set'), value, untouched: fc.constant(true) }),
    fc.record({ ...edge, ...single, effect: fc.constant('set'), value }),
    fc.record({ ...edge, ...single, effect: fc.constant('set'), value, untouched: fc.constant(true) }),
    fc.record({ ...edge, effect: fc.constant('clear') }),
    fc.record({ ...common, effect: fc.constant('warn') }),
    fc.record({ ...edge, effect: fc.constant('warn') }),
    fc.record({ ...common, effect: fc.constant('check'), that: invariantOf(level) }),
    fc.record({ ...common, effect: fc.constant('limit'), options }),
    fc.record({ ...common, effect: fc.constant('limit'), minimum: fc.constantFrom<unknown>(2, { compute: 'times', of: ['c'], with: 3 }) }),
  ]
  return fc.oneof(...effects) as fc.Arbitrary<Omit<Rule, 'id'>>
}

function rulesOf(level: Level, prefix: string, maxLength: number): fc.Arbitrary<Rule[]> {
  return fc.array(ruleOf(level), { maxLength }).map((rules) => rules.map((rule, index): Rule => ({ id: `${prefix}${index}`, ...rule })))
}

/** A schema with scalars, an object, a fixed and a free map, a list of rows and a reference, with rules on each of them. */
export const anySchema: fc.Arbitrary<EntitySchema> = fc
  .record({
    root: rulesOf('root', 'r', 5),
    inner: rulesOf('below', 'i', 2),
    map: rulesOf('map', 'm', 3),
    rows: rulesOf('below', 'w', 3),
    free: fc.boolean(),
    stays: fc.option(conditionOf('below'), { nil: undefined }),
  })
  .map(({ root, inner, map, rows, free, stays }) => {
    const row = objectOf(rows)
    const entries = free ? { additionalProperties: objectOf(map) } : { properties: { x: objectOf(map), y: objectOf(map) } }
    const schema = {
      $id: 'generated',
      type: 'object',
      properties: {
        ...objectOf([]).properties,
        inner: objectOf(inner),
        map: { type: 'object', ...entries },
        rows: {
          type: 'array',
          items: { ...row, properties: { id: { type: 'string' }, ...row.properties } },
          ...(stays && !JSON.stringify(stays).includes('ref.') && { 'x-rows': { delete: { when: stays, because: 'stays' } } }),
        },
        ref: { type: 'string', 'x-ref': { entity: 'other' } },
      },
      'x-rules': root,
    }
    // Rules ask for no more of a schema.
    return schema as unknown as EntitySchema
  })

/** The schema that `ref` of generated schemas refers to. */
export const otherSchema = {
  $id: 'other',
  type: 'object',
  properties: { kind: property, kinds: { type: 'array', items: property } },
  'x-rules': [],
} as unknown as EntitySchema // no more than rules ask for

const scalarValues = {
  a: fc.constantFrom(...texts),
  b: fc.constantFrom(...texts),
  c: fc.integer({ min: 0, max: 9 }),
  d: fc.constantFrom(...texts),
}
const object = fc.record(scalarValues, { requiredKeys: [] })

/** A stored record of any generated schema. */
export const anyRecord: fc.Arbitrary<Rec> = fc
  .record({
    top: object,
    inner: object,
    x: object,
    y: object,
    rows: fc.array(object, { maxLength: 3 }),
    ref: fc.option(fc.constantFrom('one', 'two', 'unloaded'), { nil: undefined }),
  })
  .map(({ top, inner, x, y, rows, ref }) => ({
    ...top,
    inner,
    map: { x, y },
    rows: rows.map((row, index) => ({ id: `s${index}`, ...row })),
    ...(ref ? { ref } : {}),
  }))

/** One step of a session: a new field value, new rows, or a context change. */
export type Step =
  | { kind: 'change'; place: string; field: 'a' | 'b' | 'c' | 'd'; row: number; text: string; number: number }
  | { kind: 'reference'; oid: string }
  | { kind: 'entry'; key: 'x' | 'z'; values: Rec | undefined }
  | { kind: 'insert' | 'remove' | 'move'; row: number; values: Rec }
  | { kind: 'bulk'; bulk: boolean }

const row = fc.integer({ min: 0, max: 3 })
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      place: fc.constantFrom('', '/inner', '/map/x', '/map/y', '/rows', '/rows'),
      field: fc.constantFrom('a' as const, 'b' as const, 'c' as const, 'd' as const),
      row,
      text: fc.constantFrom(...texts, ''),
      number: fc.integer({ min: 0, max: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('insert' as const, 'remove' as const, 'move' as const), row, values: object }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('entry' as const),
      key: fc.constantFrom('x' as const, 'z' as const),
      values: fc.option(object, { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reference' as const), oid: fc.constantFrom('one', 'two', 'unloaded', '') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('bulk' as const), bulk: fc.boolean() }) },
)
