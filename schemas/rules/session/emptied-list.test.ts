import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../../generated/entities.ts'
import type { RuleContext } from '../../vocabulary/context.ts'
import { parsePointer, valueAt, withValueAt } from '../../vocabulary/paths/pointer.ts'
import type { EntitySchema, Rec } from '../../vocabulary/types.ts'
import { compileRules } from '../compile/compile.ts'
import { settle } from '../settle.ts'
import { openSession } from './session.ts'

const source = (id: string): EntitySchema | undefined => (entitySchemas as Record<string, EntitySchema>)[id]
const rules = compileRules(entitySchemas['external-gateway'], source)
const context: RuleContext = {
  tenant: { oid: 'bay', name: 'Bay Foods', type: 'managed_customer' },
  user: { oid: 'u' },
  can: { update: true },
  feature: {},
  editor: { creating: false },
}
const lookup = () => undefined

const LIST = '/routing/remoteSubnets'
const rows = (): Rec[] => [
  { prefix: '10.8.0.0', mask: 16 },
  { prefix: '10.7.0.0', mask: 24 },
]
const stored: Rec = { type: 'vti', name: 'Branch', routing: { mode: 'static', localNetworkPreference: 100, remoteSubnets: rows() } }
const open = () => openSession(rules, stored, { stored, context, lookup })

describe('a list that a person changed and then emptied', () => {
  it.each([
    ['changed', [rows().slice(1), null]],
    ['typed as it was', [rows(), null]],
    ['emptied and typed again', [null, rows().slice(1), null]],
  ])('is stashed while its control is disabled, and the service says the same: %s', (_, values) => {
    const session = open()
    for (const value of values) session.change(LIST, value)
    session.change('/routing/mode', '')
    expect(session.state(LIST).enabled).toBe(false)
    expect(session.touched).toEqual(['/routing/mode'])
    expect(valueAt(session.record, parsePointer(LIST))).toEqual(rows())
    const next = withValueAt(stored, ['routing', 'mode'], '')
    const { record, refusals } = settle({ rules, stored, next, touched: session.touched, context, lookup, unchangedCounts: true })
    expect(record).toEqual(session.record)
    expect(refusals).toEqual(session.refusals())

    session.change('/routing/mode', 'static')
    expect(valueAt(session.record, parsePointer(LIST)) ?? null).toBeNull()
  })

  it('has the rows that are typed last', () => {
    const session = open()
    session.change(LIST, null)
    session.change(LIST, rows().slice(1))
    expect(valueAt(session.record, parsePointer(LIST))).toEqual(rows().slice(1))
    expect(session.touched).toEqual([LIST])
  })
})
