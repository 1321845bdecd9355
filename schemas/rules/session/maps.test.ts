import { describe, expect, it } from 'vitest'
import type { RuleContext } from '../../vocabulary/context.ts'
import type { EntitySchema, Rec } from '../../vocabulary/types.ts'
import { compileRules } from '../compile/compile.ts'
import { ruleInWords } from '../explain.ts'
import { openSession } from './session.ts'
import { settle } from '../settle.ts'

const rule = (id: string, rest: object) => ({ id, because: `box.because.${id}`, ...rest })

/** A box with any number of named uplinks. */
const schema = {
  $id: 'box',
  type: 'object',
  properties: {
    mode: { enum: ['hub', 'spoke'], default: 'spoke' },
    sealed: { type: 'boolean' },
    primary: { type: 'string' },
    primaryMtu: { type: 'integer' },
    up: { type: 'boolean' },
    uplinks: {
      type: 'object',
      propertyNames: { pattern: '^[a-z0-9]+$' },
      additionalProperties: {
        type: 'object',
        properties: {
          state: { enum: ['on', 'off'], default: 'off' },
          mtu: { type: 'integer', default: 1500 },
          address: { $ref: 'network#/$defs/ipv4' },
        },
        'x-rules': [
          rule('address-of-used', { fields: ['address'], effect: 'enable', when: { state: 'on' } }),
          rule('hubs-have-addresses', { fields: ['address'], effect: 'require', when: { state: 'on', '/mode': 'hub' } }),
        ],
      },
    },
  },
  'x-rules': [
    rule('sealed-boxes-keep-theirs', { fields: ['uplinks'], effect: 'enable', when: { sealed: { not: true } } }),
    rule('mtu-of-the-primary', { fields: ['primaryMtu'], effect: 'require', when: { '/uplinks/{primary}/state': 'on' } }),
    rule('up-when-all-are', { fields: ['up'], effect: 'show', when: { 'uplinks/*/state': 'on', uplinks: { count: { ge: 1 } } } }),
  ],
} as unknown as EntitySchema

const rules = compileRules(schema)
const context: RuleContext = { tenant: { oid: 't', name: 'T', type: 'po' }, user: { oid: 'u' }, can: {}, feature: {}, editor: {} }
const lookup = () => undefined
const stored: Rec = { mode: 'hub', uplinks: { wan1: { state: 'on', mtu: 1400, address: '10.0.0.1' }, wan2: { state: 'off' } } }
const open = (record: Rec = stored, before: Rec | null = stored) => openSession(rules, record, { stored: before, context, lookup })
const refusalsOf = (next: Rec, touched: string[], before: Rec | null = stored) =>
  settle({ rules, stored: before, next, touched, context, lookup }).refusals.map(({ pointer, key }) => [pointer, key])

describe('rules of an object with free keys', () => {
  it('apply to every entry, whatever its key', () => {
    const session = open()
    expect([session.state('/uplinks/wan1/address').enabled, session.state('/uplinks/wan2/address').enabled]).toEqual([true, false])
    const { states } = session.change('/uplinks/wan2/state', 'on')
    expect(states).toContain('/uplinks/wan2/address')
    expect(session.state('/uplinks/wan2/address')).toMatchObject({ enabled: true, required: true })
    expect(session.refusals()).toEqual([{ pointer: '/uplinks/wan2/address', key: 'validation.field.mandatory' }])
  })

  it('read one entry, the entry named by another field, and all entries', () => {
    const session = open()
    expect([session.state('/primaryMtu').required, session.state('/up').visible]).toEqual([false, false])
    session.change('/primary', 'wan1')
    expect(session.state('/primaryMtu').required).toBe(true)
    session.change('/primary', 'wan2')
    expect(session.state('/primaryMtu').required).toBe(false)
    session.change('/uplinks/wan2/state', 'on')
    expect([session.state('/primaryMtu').required, session.state('/up').visible]).toEqual([true, true])
  })

  it('react to added and removed entries', () => {
    const session = open()
    session.change('/uplinks/wan2', undefined)
    expect(session.record['uplinks']).toEqual({ wan1: { state: 'on', mtu: 1400, address: '10.0.0.1' } })
    expect([session.touched, session.state('/up').visible]).toEqual([['/uplinks/wan2'], true])
    session.change('/uplinks/lte', { state: 'on' })
    expect([session.touched, session.state('/uplinks/lte/address').required]).toEqual([['/uplinks/wan2', '/uplinks/lte'], true])
    session.change('/uplinks/lte', undefined)
    session.change('/uplinks/wan2', { state: 'off' })
    expect(session.record).toEqual(stored)
  })

  it('stash a value that the user enters in a new entry while its control is disabled', () => {
    const session = open()
    session.change('/uplinks/lte', { state: 'off', address: '10.0.0.9' })
    expect(session.record['uplinks']).toMatchObject({ lte: { state: 'off' } })
    expect(session.record).not.toHaveProperty('uplinks.lte.address')
    session.change('/uplinks/lte/state', 'on')
    expect(session.record).toHaveProperty('uplinks.lte.address', '10.0.0.9')
  })

  it('are enforced by the service: in an entry, and for entries added to or removed from a locked map', () => {
    const uplinks = stored['uplinks'] as Rec
    const lte = { ...stored, uplinks: { ...uplinks, lte: { state: 'off', address: '10.0.0.9' } } }
    expect(refusalsOf(lte, ['/uplinks/lte'])).toEqual([['/uplinks/lte/address', 'box.because.address-of-used']])
    const locked = { ...stored, sealed: true }
    const key = 'box.because.sealed-boxes-keep-theirs'
    expect(refusalsOf({ ...lte, sealed: true }, ['/uplinks/lte'], locked)).toContainEqual(['/uplinks/lte', key])
    expect(refusalsOf({ ...locked, uplinks: { wan1: uplinks['wan1'] } }, ['/uplinks'], locked)).toEqual([['/uplinks', key]])
    expect(refusalsOf({ ...stored, uplinks: { wan1: uplinks['wan1'], wan2: null } }, ['/uplinks/wan2'])).toEqual([])
    const { record } = settle({
      rules,
      stored,
      next: { ...stored, uplinks: { ...uplinks, wan2: null } },
      touched: ['/uplinks/wan2'],
      context,
      lookup,
    })
    expect(record['uplinks']).toEqual({ wan1: uplinks['wan1'] })
  })

  it('prevent changes to a locked map in the console', () => {
    const session = open({ ...stored, sealed: true }, { ...stored, sealed: true })
    session.change('/uplinks/lte', { state: 'on' })
    session.change('/uplinks/wan1', undefined)
    expect(session.record['uplinks']).toEqual(stored['uplinks'])
  })

  it('are explained with the name of the map', () => {
    const t = (key: string, params: Record<string, unknown> = {}): string => [key, ...Object.values(params)].join(' ')
    expect(ruleInWords((schema['x-rules'] ?? [])[1]!, schema, t).effect).toContain('box.field.uplinks.state')
  })
})
