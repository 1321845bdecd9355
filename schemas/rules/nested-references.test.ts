import { describe, expect, it } from 'vitest'
import type { RuleContext } from '../vocabulary/context.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import { compileRules } from './compile/compile.ts'
import { referencedPaths } from './compile/references.ts'
import { openSession } from './session/session.ts'
import { settle } from './settle.ts'

const [open, closed] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const because = 'rack.because.net'
const wan = {
  type: 'object',
  properties: {
    net: { type: 'string', 'x-ref': { entity: 'net', creates: true } },
    netOpen: { type: 'boolean', 'x-derived': { ref: 'net', field: 'open', write: true } },
    own: { type: ['boolean', 'null'] },
    port: { type: 'integer' },
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, net: { type: 'string', 'x-ref': { entity: 'net' } }, port: { type: 'integer' } },
        'x-rules': [{ id: 'row-of-open-net', fields: ['port'], effect: 'enable', when: { 'net.open': true }, because }],
      },
    },
  },
  'x-rules': [
    {
      id: 'open-net',
      fields: ['port'],
      effect: 'enable',
      when: { any: [{ own: true }, { own: { empty: true }, 'net.open': true }] },
      because,
    },
    { id: 'named', fields: ['netOpen'], effect: 'enable', when: { net: { empty: false } }, because },
    { id: 'starts-closed', fields: ['netOpen'], effect: 'set', changed: ['net'], value: false, because },
  ],
}
const schema = {
  $id: 'rack',
  type: 'object',
  properties: { wans: { type: 'object', properties: { wan1: wan, wan2: wan } } },
  'x-rules': [],
} as unknown as EntitySchema
const net = { $id: 'net', type: 'object', properties: { name: { type: 'string' }, open: { type: 'boolean' } }, 'x-rules': [] }
const rules = compileRules(schema, (id) => (id === 'net' ? (net as unknown as EntitySchema) : undefined))
const context: RuleContext = { tenant: { oid: 't', name: 'T', type: 'po' }, user: { oid: 'u' }, can: {}, feature: {}, editor: {} }
const nets: Record<string, Rec> = { [open]: { open: true }, [closed]: { open: false } }

function sessionOn(stored: Rec, known: Record<string, Rec> = nets) {
  return openSession(rules, stored, { stored, context, lookup: (_entity, oid) => known[oid] })
}

describe('references within objects and rows', () => {
  it('are followed from the object or row that holds them', () => {
    const rows = [
      { id: '1', net: open },
      { id: '2', net: closed },
    ]
    const session = sessionOn({ wans: { wan1: { net: open, rows }, wan2: { net: closed } } })
    const enabled = (...pointers: string[]): boolean[] => pointers.map((pointer) => session.state(pointer).enabled)
    expect(enabled('/wans/wan1/port', '/wans/wan2/port', '/wans/wan1/rows/0/port', '/wans/wan1/rows/1/port')).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(session.change('/wans/wan2/net', open).states).toContain('/wans/wan2/port')
    session.change('/wans/wan1/own', false)
    expect(enabled('/wans/wan1/port', '/wans/wan2/port')).toEqual([false, true])
  })

  it('are listed as missing until they are loaded, and then update the states that depend on them', () => {
    const known: Record<string, Rec> = {}
    const stored = { wans: { wan1: { net: open, rows: [{ id: '1', net: closed }] } } }
    expect(referencedPaths(rules, stored)).toEqual([
      { entity: 'net', oid: open },
      { entity: 'net', oid: closed },
    ])
    const session = sessionOn(stored, known)
    expect(session.state('/wans/wan1/port')).toMatchObject({ enabled: false, awaits: [{ entity: 'net', oid: open }] })
    known[open] = { open: true }
    expect(session.contextChanged(context, [`ref:net/${open}`]).states).toContain('/wans/wan1/port')
    expect(session.state('/wans/wan1/port').enabled).toBe(true)
  })
})

describe('a reference that may hold a name', () => {
  it('is not awaited while it holds a name', () => {
    const stored = { wans: { wan1: { net: open } } }
    const session = openSession(rules, stored, { stored, context, lookup: (_entity, oid) => nets[oid] })
    expect(session.state('/wans/wan1/port').enabled).toBe(true)
    session.change('/wans/wan1/net', 'New network')
    expect(session.state('/wans/wan1/port')).toMatchObject({ enabled: false })
    expect(session.state('/wans/wan1/port').awaits).toBeUndefined()
    expect(referencedPaths(rules, session.record)).toEqual([])
  })
})

describe('a derived field that is written', () => {
  it('is treated by rules like any other field', () => {
    const stored = { wans: { wan1: { net: closed, netOpen: false } } }
    const settled = (wan1: Rec) =>
      settle({
        rules,
        stored,
        next: { wans: { wan1: { ...stored.wans.wan1, ...wan1 } } },
        touched: Object.keys(wan1).map((name) => `/wans/wan1/${name}`),
        context,
        lookup: (_entity, oid) => nets[oid],
      })
    expect(settled({ netOpen: true })).toMatchObject({ refusals: [], record: { wans: { wan1: { netOpen: true } } } })
    expect(settled({ net: undefined, netOpen: true }).refusals).toEqual([{ pointer: '/wans/wan1/netOpen', key: because }])
    expect(settled({ net: open }).writes).toContainEqual({ pointer: '/wans/wan1/netOpen', value: false, rule: 'starts-closed' })
  })
})
