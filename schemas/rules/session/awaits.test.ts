import { describe, expect, it } from 'vitest'
import partnerJson from '../../entities/partner.schema.json' with { type: 'json' }
import type { RuleContext } from '../../vocabulary/context.ts'
import type { EntitySchema, Rec, Rule } from '../../vocabulary/types.ts'
import { compileRules } from '../compile/compile.ts'
import { openSession } from './session.ts'

const context = (creating: boolean): RuleContext => ({
  tenant: { oid: 'north', name: 'North', type: 'po' },
  user: { oid: 'u' },
  can: {},
  feature: {},
  editor: { creating },
})
const north = { entity: 'tenant', oid: 'north' }

/** A session on a partner below a tenant that is not loaded until `arrive` is called. */
function open(stored: Rec | null, rules: Partial<Rule>[] = []) {
  const schema = { ...partnerJson, 'x-rules': [...partnerJson['x-rules'], ...rules] } as EntitySchema
  const known = new Map<string, Rec>()
  const compiled = compileRules(schema)
  const record = { ...compiled.defaults, parentOid: 'north', ...stored }
  const session = openSession(compiled, record, { stored, context: context(!stored), lookup: (_entity, oid) => known.get(oid) })
  return {
    session,
    arrive: (fields: Rec) => {
      known.set('north', fields)
      return session.contextChanged(context(!stored), ['ref:tenant/north'])
    },
  }
}

describe('the state of a control', () => {
  it('lists the referenced records that it depends on, until they are loaded', () => {
    const { session, arrive } = open(null)
    expect(session.state('/type')).toMatchObject({ awaits: [north] })
    expect(session.state('/name').awaits).toBeUndefined()
    expect(arrive({ creatablePartnerTypes: ['msp'] }).states).toContain('/type')
    expect(session.state('/type')).toMatchObject({ options: ['msp'] })
    expect(session.state('/type').awaits).toBeUndefined()
  })

  it('awaits the next record when the reference changes to one that is not loaded', () => {
    const { session, arrive } = open(null)
    arrive({ creatablePartnerTypes: ['msp'] })
    expect(session.state('/type').awaits).toBeUndefined()
    expect(session.change('/parentOid', 'south').states).toContain('/type')
    expect(session.state('/type')).toMatchObject({ awaits: [{ entity: 'tenant', oid: 'south' }] })
  })

  it('is reported again when an awaited record cannot be loaded', () => {
    const { session } = open(null)
    session.state('/type')
    expect(session.contextChanged(context(true), ['ref:tenant/north']).states).toContain('/type')
  })

  it('awaits nothing if the rule does not apply or the field is fixed', () => {
    const stored = { parentOid: 'north', type: 'msp', name: 'A', contactName: 'B', contactEmail: 'c@d.de' }
    const rule = { id: 'asks', effect: 'enable', when: { 'parentOid.state': 'active' }, because: 'partner.because.type' } as const
    expect(open(stored).session.state('/type').awaits).toBeUndefined()
    expect(open(stored, [{ ...rule, fields: ['type'] }]).session.state('/type').awaits).toBeUndefined()
    expect(open(stored, [{ ...rule, fields: ['name'] }]).session.state('/name').awaits).toEqual([north])
  })

  it.each(['show', 'enable', 'require'] as const)('awaits the record that the condition of a %s rule depends on', (effect) => {
    const rule = { id: 'asks', fields: ['contactDetails'], effect, when: { 'parentOid.state': 'active' }, because: 'partner.because.type' }
    const { session, arrive } = open(null, [rule])
    expect(session.state('/contactDetails')).toMatchObject({ awaits: [north] })
    arrive({ state: 'active' })
    expect(session.state('/contactDetails')).toMatchObject({ visible: true, enabled: true, required: effect === 'require' })
    expect(session.state('/contactDetails').awaits).toBeUndefined()
  })
})
