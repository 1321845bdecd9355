import { describe, expect, it } from 'vitest'
import type { EntitySchema, Rule } from '../../vocabulary/types.ts'
import { compileRules } from './compile.ts'

const properties = {
  a: { type: 'string' },
  b: { type: 'string' },
  c: { type: 'string' },
  kind: { enum: ['x', 'y'] },
  secret: { type: 'string', 'x-secret': true },
  owner: { type: 'string', 'x-ref': { entity: 'person' } },
  inner: { type: 'object', properties: { d: { type: 'string' } } },
  map: {
    type: 'object',
    properties: {
      m1: { type: 'object', properties: { e: { type: 'string' } } },
      m2: { type: 'object', properties: { e: { type: 'string' } } },
    },
  },
  rows: { type: 'array', items: { type: 'object', properties: { f: { type: 'string' }, g: { type: 'string' } } } },
}
const person = {
  $id: 'person',
  type: 'object',
  properties: { name: { type: 'string' }, boss: { type: 'string', 'x-ref': { entity: 'person' } } },
  'x-rules': [],
} as unknown as EntitySchema
const source = (id: string): EntitySchema | undefined => (id === 'person' ? person : undefined)
const because = 'rack.because.it'

function schemaOf(...rules: Partial<Rule>[]): EntitySchema {
  return {
    $id: 'rack',
    type: 'object',
    properties,
    'x-rules': rules.map((rule, index) => ({ id: `rule-${index}`, fields: ['a'], effect: 'show', because, ...rule })),
  } as unknown as EntitySchema
}
const compile = (...rules: Partial<Rule>[]) => compileRules(schemaOf(...rules), source)

describe('compiling rules', () => {
  it.each<[string, Partial<Rule>, RegExp]>([
    [
      'an unknown field',
      { when: { knid: 'x' } },
      /schema "rack", rule "rule-0": unknown field "knid", did you mean "kind"\? in path "knid"/,
    ],
    ['an unknown governed field', { fields: ['inner/e'] }, /unknown field "e", did you mean "d"\?/],
    ['an unknown operator', { when: { kind: { nto: 'x' } } }, /unknown operator "nto", did you mean "not"\?/],
    ['an unknown effect', { effect: 'enabel' as never }, /unknown effect "enabel", did you mean "enable"\?/],
    ['an unknown key', { wehn: {} } as never, /unknown key "wehn", did you mean "when"\?/],
    ['a key that the effect does not take', { value: 1 }, /unknown key "value"/],
    [
      'an unknown computed value',
      { effect: 'set', value: { compute: 'tiems', of: ['a'] } },
      /unknown computed value "tiems", did you mean "times"\?/,
    ],
    ['a computed value without its paths', { effect: 'set', value: { compute: 'copy' } }, /"copy" needs one path/],
    ['an unknown context', { when: { '$editr.creating': true } }, /unknown context "\$editr", did you mean "\$editor"\?/],
    [
      'an unknown name in the context',
      { when: { '$editor.createing': true } },
      /unknown context path "\$editor.createing", did you mean "\$editor.creating"\?/,
    ],
    ['an operand that the operator cannot take', { when: { a: { ge: true } } }, /operator "ge" needs a number or a text/],
    ['an unknown format', { when: { a: { matches: 'ipv5' } } }, /unknown format "ipv5", did you mean "ipv4"\?/],
    ['a path that leads above the record', { when: { '^.a': 'x' } }, /goes above the record/],
    ['a dot after a field that is not a reference', { when: { 'inner.d': 'x' } }, /has no x-ref/],
    ['an unknown field of a referenced record', { when: { 'owner.nmae': 'x' } }, /unknown field "nmae", did you mean "name"\? of "person"/],
    ['a path that selects an item of a list by a value', { when: { 'rows/{kind}/f': 'x' } }, /is a list/],
    ['a governed field within another one', { fields: ['inner/d', 'inner'] }, /field "inner\/d" lies within "inner"/],
    ['a governed field outside of the object', { fields: ['/a'] }, /must be below the object/],
    ['a set rule without a value', { effect: 'set' }, /"value" is missing/],
    [
      'a set rule on a list',
      { effect: 'set', fields: ['rows'], value: [] },
      /"set" writes single values, but "rows" is a list or an object/,
    ],
    ['a set rule on an object', { effect: 'set', fields: ['inner'], value: {} }, /but "inner" is a list or an object; it can be cleared/],
    ['a check without a condition', { effect: 'check' }, /"that" is missing/],
    ['an unknown path in the condition of a check', { effect: 'check', that: { aa: 'x' } }, /unknown field "aa"/],
    ['a text where a list of paths is needed', { when: { a: { distinct: 'b' } } }, /operator "distinct": needs a list of paths/],
    ['an unknown path to compare with', { when: { a: { distinct: ['rows/*/h'] } } }, /unknown field "h"/],
    ['paths through a reference', { when: { a: { distinct: ['owner.name'] } } }, /takes no references/],
    ['a comparison of the context with paths', { when: { '$tenant.oid': { distinct: ['a'] } } }, /can only be asked of a place/],
    ['subnets without their lengths', { when: { a: { disjoint: ['a'] } } }, /needs pairs of paths/],
    [
      'a subnet comparison whose pairs do not include the tested path',
      { when: { a: { disjoint: ['rows/*/f', 'rows/*/g'] } } },
      /must be asked of one of its/,
    ],
    ['a limit without options and bounds', { effect: 'limit' }, /needs "options", "minimum" or "maximum"/],
    ['a rule without a reason', { because: undefined as never }, /"because" is missing/],
  ])('refuses %s', (_what, rule, message) => {
    const clean = Object.fromEntries(
      Object.entries({ id: 'rule-0', fields: ['a'], effect: 'show', because, ...rule }).filter(([, value]) => value !== undefined),
    )
    expect(() => compileRules({ ...schemaOf(), 'x-rules': [clean as unknown as Rule] }, source)).toThrow(message)
  })

  it('accepts every kind of path', () => {
    const paths = [
      'a',
      '/a',
      'inner/d',
      'map/*/e',
      'map/{kind}/e',
      'rows/*/f',
      'owner.name',
      'owner.boss.name',
      '$can.update',
      '$tenant.type',
      'configured',
      'rows',
    ]
    expect(() => compile({ when: Object.fromEntries(paths.map((path) => [path, { empty: false }])) })).not.toThrow()
  })

  it('accepts context names that the schema adds', () => {
    expect(() =>
      compileRules({ ...schemaOf({ when: { '$editor.changing': true } }), 'x-context': { editor: ['changing'] } }, source),
    ).not.toThrow()
  })

  it('accepts any field of an entity whose schema is not available', () => {
    expect(() => compileRules(schemaOf({ when: { 'owner.whatever': 'x' } }))).not.toThrow()
  })

  it('refuses rules that feed each other in a circle, and prints the circle', () => {
    const circle = () =>
      compile(
        { effect: 'set', fields: ['a'], value: { compute: 'copy', of: ['b'] } },
        { effect: 'set', fields: ['b'], when: { c: 'x' }, value: 'y' },
        { effect: 'clear', fields: ['c'], when: { a: 'x' } },
      )
    expect(circle).toThrow(
      'schema "rack": rules feed each other in a circle: rule-0 (writes /a) → rule-2 (writes /c) → rule-1 (writes /b) → rule-0',
    )
  })

  it('finds circles through lists, objects and parents', () => {
    const list: Partial<Rule> = { effect: 'clear', fields: ['rows'], when: { a: 'x' } }
    const cell: Partial<Rule> = { effect: 'set', fields: ['a'], when: { 'rows/*/f': 'x' }, value: 'y' }
    expect(() => compile(list, cell)).toThrow('circle')
    expect(() => compile({ effect: 'set', fields: ['map/m1/e'], when: { 'map/{kind}/e': 'x' }, value: 'y' })).toThrow('circle')
  })

  it('refuses circles of edge-triggered rules through rows, and accepts others', () => {
    const edge = (field: string, trigger: string): Partial<Rule> => ({ effect: 'clear', fields: [field], changed: [trigger] })
    expect(() => compile(edge('a', 'rows/*/f'), edge('rows/*/f', 'a'))).toThrow('circle: rule-')
    expect(() => compile(edge('a', 'inner/d'), edge('inner/d', 'a'))).not.toThrow()
  })

  it('accepts a rule that counts a list beside one that writes into its rows', () => {
    expect(() =>
      compile(
        { effect: 'set', fields: ['rows/*/f'], when: { a: 'x' }, value: 'y' },
        { effect: 'set', fields: ['a'], when: { rows: { count: { ge: 2 } } }, value: 'x' },
      ),
    ).not.toThrow()
  })

  it('accepts edge-triggered rules that trigger each other, but not one that triggers itself', () => {
    const forth: Partial<Rule> = { effect: 'set', fields: ['a'], changed: ['b'], when: { b: 'x' }, value: 'y' }
    const back: Partial<Rule> = { effect: 'set', fields: ['b'], changed: ['a'], when: { a: 'x' }, value: 'y' }
    expect(() => compile(forth, back)).not.toThrow()
    expect(() => compile({ ...forth, fields: ['b'] })).toThrow('writes its own trigger')
  })

  it('accepts a rule with a condition on the only field that it writes, but not one that computes a field from itself', () => {
    expect(() => compile({ effect: 'set', when: { a: { empty: true } }, value: 'y' })).not.toThrow()
    expect(() => compile({ effect: 'set', fields: ['a', 'b'], when: { a: { empty: true } }, value: 'y' })).toThrow(
      'asks about "a", which it writes itself',
    )
    expect(() => compile({ effect: 'set', value: { compute: 'coalesce', of: ['a', 'b'] } })).toThrow('computes /a from itself')
  })

  it('lists what each rule reads and writes', () => {
    const { dependencies } = compile({
      effect: 'set',
      fields: ['rows/*/f', 'b'],
      when: { 'map/{kind}/e': 'x', '$can.update': true },
      value: { compute: 'copy', of: ['inner/d'] },
    })
    expect(dependencies.get('rule-0')).toEqual({
      reads: ['/map/m1/e', '/map/m2/e', '/kind', '/inner/d', '$can.update'],
      writes: ['/rows/*/f', '/b'],
    })
  })

  it('orders rules so that a writer runs after the writers of its inputs', () => {
    const { writers } = compile(
      { effect: 'set', fields: ['c'], value: { compute: 'copy', of: ['b'] } },
      { effect: 'set', fields: ['b'], value: { compute: 'copy', of: ['a'] } },
    )
    expect(writers.map(({ rule }) => rule.id)).toEqual(['rule-1', 'rule-0'])
  })

  it('refuses a schema that contains itself, and a dangling $ref', () => {
    const loop = { ...schemaOf(), properties: { again: { $ref: 'rack' } } } as unknown as EntitySchema
    expect(() => compileRules(loop, () => loop)).toThrow('contains itself: rack# → rack#')
    expect(() => compileRules({ ...schemaOf(), properties: { port: { $ref: 'network#/$defs/prot' } } })).toThrow('points at nothing')
  })
})
