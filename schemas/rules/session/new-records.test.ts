import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../../generated/entities.ts'
import type { EntitySchema } from '../../vocabulary/types.ts'
import type { RuleContext } from '../../vocabulary/context.ts'
import { compileRules } from '../compile/compile.ts'
import { openSession } from './session.ts'

const all = entitySchemas as Record<string, EntitySchema>

describe('a new record', () => {
  it('takes, moves and loses rows of a list in an object that has no defaults', () => {
    const rules = compileRules(entitySchemas['tele-engine'], (id) => all[id])
    const first = { prefix: '10.1.0.0', mask: 24 }
    const record = { name: 'Kiosk', lan: { subnets: [first] } }
    const can = { list: true, create: true, read: true, update: true, delete: true }
    const context = { tenant: {}, user: {}, can, feature: {}, editor: { creating: true } } as unknown as RuleContext
    const session = openSession(rules, record, { stored: null, context, lookup: () => undefined })
    expect(session.touched).toEqual(expect.arrayContaining(['/name']))
    session.listChanged('/lan/subnets', [first, {}])
    session.change('/lan/subnets/1/prefix', '10.2.0.0')
    expect(session.record['lan']).toEqual({ subnets: [first, { prefix: '10.2.0.0' }] })
    session.change('/lan/subnets/0/mask', 16)
    session.listChanged('/lan/subnets', (session.record['lan'] as { subnets: unknown[] }).subnets.toReversed())
    expect(session.record['lan']).toEqual({ subnets: [{ prefix: '10.2.0.0' }, { ...first, mask: 16 }] })
  })
})
