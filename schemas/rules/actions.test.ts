import { describe, expect, it } from 'vitest'
import type { RuleContext } from '../vocabulary/context.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import { actionWrites } from './actions.ts'
import { compileRules } from './compile/compile.ts'
import { openSession } from './session/session.ts'

const because = 'rack.because.reset'
const text = { type: 'string' }
const reset = {
  set: { protocol: 'none' },
  defaults: ['peers', 'ospf', 'prepend'],
  when: { protocol: { not: 'none' } },
  because,
  confirm: true,
}
const schema = {
  $id: 'rack',
  type: 'object',
  properties: {
    lan: {
      type: 'object',
      properties: {
        protocol: { enum: ['none', 'bgp', 'ospf'], default: 'none' },
        prepend: { type: 'integer', default: 1 },
        peers: { type: 'array', items: { type: 'object', properties: { id: text, address: text } } },
        ospf: {
          type: 'object',
          properties: {
            timers: { type: 'object', properties: { hello: { type: 'integer', default: 10 }, area: text } },
            key: { type: ['string', 'null'] },
            count: { type: 'integer', readOnly: true },
            routers: { type: 'array', items: { type: 'object', properties: { id: text } }, default: [{ id: 'one' }] },
          },
        },
      },
      'x-actions': { reset },
      'x-rules': [{ id: 'ospf', fields: ['ospf'], effect: 'enable', when: { protocol: 'ospf' }, because }],
    },
  },
  'x-rules': [],
} as unknown as EntitySchema
const context: RuleContext = { tenant: { oid: 't', name: 'T', type: 'po' }, user: { oid: 'u' }, can: {}, feature: {}, editor: {} }

describe('an action', () => {
  it('resets fields, objects and lists to their defaults, then sets its literal values', () => {
    expect(actionWrites(schema, '/lan', 'reset')).toEqual([
      { pointer: '/lan/peers', value: [] },
      { pointer: '/lan/ospf/timers/hello', value: 10 },
      { pointer: '/lan/ospf/timers/area', value: undefined },
      { pointer: '/lan/ospf/key', value: null },
      { pointer: '/lan/ospf/routers', value: [{ id: 'one' }] },
      { pointer: '/lan/prepend', value: 1 },
      { pointer: '/lan/protocol', value: 'none' },
    ])
    expect(() => actionWrites(schema, '/lan', 'rest')).toThrow('schema "rack" has no action "rest" at "/lan"')
  })

  it('is available while its condition holds', () => {
    const stored: Rec = { lan: { protocol: 'bgp', peers: [{ id: 'p', address: '10.0.0.1' }] } }
    const session = openSession(compileRules(schema), stored, { stored, context, lookup: () => undefined })
    expect(session.actionState('/lan', 'reset')).toEqual({ available: true })
    for (const { pointer, value } of actionWrites(schema, '/lan', 'reset')) session.change(pointer, value)
    expect(session.record).toMatchObject({ lan: { protocol: 'none', peers: [], prepend: 1 } })
    expect(session.actionState('/lan', 'reset')).toEqual({ available: false, because })
    expect(() => session.actionState('/lan', 'rest')).toThrow('no action "rest"')
  })

  it.each<[string, object, RegExp]>([
    ['an unknown field', { defaults: ['pers'], because }, /action "reset" of \/lan: unknown field "pers", did you mean "peers"\?/],
    ['a field of rows', { defaults: ['peers/*/address'], because }, /must be a place below the object/],
    ['a list as the target of a set', { set: { peers: [] }, because }, /"set" writes single values, but "peers" is a list or an object/],
    ['a wrong condition', { set: { protocol: 'none' }, when: { protcol: 'x' }, because }, /unknown field "protcol"/],
  ])('is refused if it has %s', (_what, action, message) => {
    const lan = { ...schema.properties['lan'], 'x-actions': { reset: action } }
    expect(() => compileRules({ ...schema, properties: { lan } } as unknown as EntitySchema)).toThrow(message)
  })
})
