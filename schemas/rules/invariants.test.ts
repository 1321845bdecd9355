import { describe, expect, it, vi } from 'vitest'
import { operators } from '../vocabulary/operators/operators.ts'
import type { RuleContext } from '../vocabulary/context.ts'
import type { EntitySchema, Rec, Rule } from '../vocabulary/types.ts'
import { compileRules } from './compile/compile.ts'
import { openSession } from './session/session.ts'
import { settle } from './settle.ts'

const text = { type: 'string' }
const number = { type: 'integer' }
const rule = (id: string, fields: string[], rest: Partial<Rule>): Rule => ({
  id,
  fields,
  effect: 'check',
  because: `rack.because.${id}`,
  ...rest,
})
const vlans = ['^.interfaces/*/vlan', '^.management/vlan']
const port = {
  type: 'object',
  properties: { id: text, vlan: number },
  'x-rules': [rule('one-vlan', ['vlan'], { that: { vlan: { distinct: vlans } } })],
}
const schema = {
  $id: 'rack',
  type: 'object',
  properties: {
    dhcp: { type: 'boolean', default: false },
    address: text,
    mask: number,
    gateway: text,
    hello: { type: 'integer', default: 10 },
    dead: { type: 'integer', default: 40 },
    network: { type: 'string', 'x-ref': { entity: 'network' } },
    pairing: { type: 'boolean', default: false },
    management: port,
    interfaces: { type: 'array', items: port },
    cards: {
      type: 'array',
      items: { type: 'object', properties: { id: text, interfaces: { type: 'array', items: port }, management: port } },
    },
    subnets: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: text, prefix: text, mask: number },
        'x-rules': [
          rule('aligned', ['prefix'], { that: { prefix: { zeroHostBits: { from: 'mask' } } } }),
          rule('apart', ['prefix'], { that: { prefix: { disjoint: ['^.subnets/*/prefix', '^.subnets/*/mask'] } } }),
        ],
      },
    },
  },
  'x-rules': [
    rule('static', ['gateway'], { effect: 'enable', when: { dhcp: { not: true } } }),
    rule('gateway-is-near', ['gateway'], {
      when: { mask: { empty: false } },
      that: { gateway: { hostOf: { compute: 'subnet', of: ['address', 'mask'] } } },
    }),
    rule('three-hellos', ['dead'], { that: { dead: { ge: { compute: 'times', of: ['hello'], with: 3 } } } }),
    rule('open-network', ['network'], { that: { 'network.open': true } }),
    rule('unpaired', ['pairing'], { effect: 'warn', changed: ['pairing'], when: { pairing: false } }),
  ],
} as unknown as EntitySchema
const rules = compileRules(schema)
const context: RuleContext = { tenant: { oid: 't', name: 'T', type: 'po' }, user: { oid: 'u' }, can: {}, feature: {}, editor: {} }
const networks: Record<string, Rec> = { closed: { open: false } }
const lookup = (_entity: string, oid: string): Rec | undefined => networks[oid]
const sessionOn = (stored: Rec) => openSession(rules, stored, { stored, context, lookup })
const settled = (stored: Rec, changes: Rec) =>
  settle({ rules, stored, next: { ...stored, ...changes }, touched: Object.keys(changes).map((name) => `/${name}`), context, lookup })

/** Refusals by the service; asserts that the console refuses the same. */
function refusals(changes: Rec, stored: Rec = {}) {
  const session = sessionOn(stored)
  for (const [name, value] of Object.entries(changes)) session.change(`/${name}`, value)
  const found = settled(stored, changes).refusals
  expect(session.refusals()).toEqual(found)
  return found
}

const lan = { address: '10.0.0.2', mask: 24 }

describe('a check', () => {
  it('refuses a value with the reason of the rule and the values that led to it', () => {
    expect(refusals({ ...lan, gateway: '10.0.1.1' })).toEqual([
      {
        pointer: '/gateway',
        key: 'rack.because.gateway-is-near',
        params: { value: '10.0.1.1', gateway: '10.0.1.1', address: '10.0.0.2', mask: 24, subnet: '10.0.0.0/24' },
      },
    ])
    expect(refusals({ hello: 20 }, { hello: 10, dead: 40 })).toMatchObject([
      { pointer: '/dead', params: { value: 40, other: 60, hello: 20 } },
    ])
    expect(refusals({ ...lan, gateway: '10.0.0.1', hello: 13, dead: 39 })).toEqual([])
  })

  it('ignores values that are empty, that it does not apply to, or whose control is disabled', () => {
    expect(refusals(lan)).toEqual([])
    expect(refusals({ address: '10.0.0.2', gateway: '10.0.1.1' })).toEqual([])
    expect(refusals({ dhcp: true }, { ...lan, gateway: '10.0.1.1' })).toEqual([])
  })

  it('is skipped until the referenced record is loaded', () => {
    expect(refusals({ network: 'elsewhere' })).toEqual([])
    expect(refusals({ network: 'closed' })).toMatchObject([{ pointer: '/network', params: { value: 'closed', open: false } }])
  })

  it('names the row that a list value collides with', () => {
    const interfaces = [{ vlan: 5 }, { vlan: 6 }, { vlan: 5 }]
    expect(refusals({ interfaces, management: { vlan: 6 } })).toMatchObject([
      { pointer: '/management/vlan', params: { value: 6, row: 2 } },
      { pointer: '/interfaces/0/vlan', params: { value: 5, row: 3 } },
      { pointer: '/interfaces/1/vlan', params: { value: 6 } },
      { pointer: '/interfaces/2/vlan', params: { value: 5, row: 1 } },
    ])
    const subnets = [
      { prefix: '10.1.0.0', mask: 16 },
      { prefix: '10.2.0.0', mask: 16 },
      { prefix: '10.2.7.0', mask: 24 },
      { prefix: '10.3.0.1', mask: 24 },
    ]
    expect(refusals({ subnets })).toMatchObject([
      { pointer: '/subnets/3/prefix', key: 'rack.because.aligned', params: { subnet: '10.3.0.0/24', mask: 24 } },
      { pointer: '/subnets/1/prefix', key: 'rack.because.apart', params: { row: 3, other: '10.2.7.0/24' } },
      { pointer: '/subnets/2/prefix', key: 'rack.because.apart', params: { row: 2, other: '10.2.0.0/16' } },
    ])
  })

  it('treats lists at different places separately, even if they share one array in memory', () => {
    const interfaces = [{ vlan: 5 }, { vlan: 6 }]
    const cards = [
      { id: '1', interfaces },
      { id: '2', interfaces },
      { id: '3', interfaces, management: { vlan: 6 } },
    ]
    expect(refusals({ cards }).map(({ pointer }) => pointer)).toEqual(['/cards/2/interfaces/1/vlan', '/cards/2/management/vlan'])
  })

  it('compares a changed single value with the rows of a list', () => {
    const session = sessionOn({ interfaces: [{ id: '1', vlan: 5 }], management: { vlan: 4 } })
    expect(session.refusals()).toEqual([])
    session.change('/management/vlan', 5)
    expect(session.refusals().map(({ pointer }) => pointer)).toEqual(['/management/vlan', '/interfaces/0/vlan'])
  })

  it('indexes a list once for all of its rows, and again only after the list changed', () => {
    const stored = {
      subnets: Array.from({ length: 300 }, (_row, index) => ({ id: `s${index}`, prefix: `10.${index % 250}.${index}.0`, mask: 24 })),
      interfaces: Array.from({ length: 300 }, (_row, index) => ({ id: `i${index}`, vlan: index })),
    }
    const session = sessionOn(stored)
    session.refusals()
    const counts = [vi.spyOn(operators['disjoint']!, 'index'), vi.spyOn(operators['distinct']!, 'index')]
    const made = (change: () => void): number[] => {
      counts.forEach((count) => count.mockClear())
      change()
      session.refusals()
      session.refusals()
      return counts.map((count) => count.mock.calls.length)
    }
    expect(made(() => session.change('/hello', 11))).toEqual([0, 0])
    expect(made(() => session.change('/subnets/7/prefix', '10.9.9.0'))).toEqual([1, 0])
    expect(made(() => session.change('/interfaces/7/vlan', 8))).toEqual([0, 1])
    vi.restoreAllMocks()
  })
})

describe('a warning', () => {
  const warnings = [{ rule: 'unpaired', because: 'rack.because.unpaired' }]

  it('is shown at its control when the stored value is changed, and never refuses', () => {
    const session = sessionOn({ pairing: true })
    expect(session.state('/pairing').warnings).toBeUndefined()
    expect(session.change('/pairing', false).states).toContain('/pairing')
    expect(session.state('/pairing')).toMatchObject({ warnings, visible: true, enabled: true, why: [] })
    expect(session.refusals()).toEqual([])
    session.change('/pairing', true)
    expect(session.state('/pairing').warnings).toBeUndefined()
    expect(settled({ pairing: true }, { pairing: false }).refusals).toEqual([])
  })

  it('is not shown if the setting was never on', () => {
    const session = openSession(rules, rules.defaults, { stored: null, context, lookup })
    session.change('/pairing', true)
    session.change('/pairing', false)
    expect(session.state('/pairing').warnings).toBeUndefined()
  })
})
