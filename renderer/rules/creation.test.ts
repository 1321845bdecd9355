import { describe, expect, it } from 'vitest'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import type { RuleContext } from '../../schemas/vocabulary/context.ts'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { refusalOfAll, rowContext } from './creation.ts'

const context = (type: 'po' | 'msp'): RuleContext =>
  rowContext(
    { tenant: { oid: 'acme', name: 'Acme', type }, user: { oid: 'marie' }, can: { create: true }, feature: {}, editor: {} } as RuleContext,
    true,
  )

describe('rows that a sheet cannot create', () => {
  it('are all rows if the create rule fails without reading the record', () => {
    for (const type of ['po', 'msp'] as const) expect(refusalOfAll(entitySchemas.appliance, context(type))).toBe('appliance.bulk.create')
    expect(refusalOfAll(entitySchemas.customer, context('msp'))).toBeUndefined()
  })

  it('are decided row by row if the rule reads the record, at any depth', () => {
    const rule = (when: object): EntitySchema => ({
      ...entitySchemas.appliance,
      'x-operations': { create: { when: when as Record<string, unknown>, because: 'no' } },
    })
    expect(refusalOfAll(rule({ status: 'installed' }), context('po'))).toBeUndefined()
    expect(refusalOfAll(rule({ any: [{ status: 'installed' }, { '$tenant.type': 'vad' }] }), context('po'))).toBeUndefined()
    expect(refusalOfAll(rule({ any: [{ '$tenant.type': 'msp' }, { '$tenant.type': 'vad' }] }), context('po'))).toBe('no')
    expect(refusalOfAll(rule({ not: { '$tenant.type': 'po' } }), context('msp'))).toBeUndefined()
  })
})
