import { describe, expect, it } from 'vitest'
import customerJson from '../entities/customer.schema.json' with { type: 'json' }
import partnerJson from '../entities/partner.schema.json' with { type: 'json' }
import type { RuleContext } from '../vocabulary/context.ts'
import type { EntitySchema, Rec } from '../vocabulary/types.ts'
import { applicableRefusals } from './refusals.ts'
import { compileRules } from './compile/compile.ts'
import { openSession } from './session/session.ts'
import { settle } from './settle.ts'

const partner = compileRules(partnerJson as EntitySchema)
const customer = compileRules(customerJson as EntitySchema)
const tenants: Record<string, Rec> = {
  platform: { creatablePartnerTypes: ['vad', 'msp', 'reseller'], creatableCustomerTypes: [] },
  msp1: { creatablePartnerTypes: [], creatableCustomerTypes: ['managed_customer', 'diy_customer'] },
}
const lookup = (_entity: string, oid: string) => tenants[oid]

function contextOf(type: RuleContext['tenant']['type'], editor: Record<string, boolean>, can: Record<string, boolean> = {}): RuleContext {
  return { tenant: { oid: type === 'po' ? 'platform' : 'msp1', name: 'T', type }, user: { oid: 'u' }, can, feature: {}, editor }
}

const creating = contextOf('po', { creating: true })
const editing = contextOf('po', {})
const newPartner = { ...partner.defaults, parentOid: 'platform', type: 'msp', name: 'A', contactName: 'B', contactEmail: 'c@d.de' }
const newCustomer = {
  ...customer.defaults,
  parentOid: 'msp1',
  type: 'managed_customer',
  name: 'A',
  contactName: 'B',
  contactEmail: 'c@d.de',
}
const pointers = (record: Rec) => Object.keys(record).map((name) => `/${name}`)

function create(rules: typeof partner, record: Rec, { touched = pointers(record), ...context }: RuleContext & { touched?: string[] }) {
  return settle({ rules, stored: null, next: { ...rules.defaults, ...record }, touched, context, lookup })
}

function update(rules: typeof partner, stored: Rec, changes: Rec) {
  return settle({ rules, stored, next: { ...stored, ...changes }, touched: pointers(changes), context: editing, lookup })
}

describe('settling a flat record', () => {
  it('accepts a new partner', () => expect(create(partner, newPartner, creating).refusals).toEqual([]))

  it('refuses a value sent into a hidden field with the reason of the rule', { tags: ['S0-5.16'] }, () => {
    const { refusals } = create(partner, { ...newPartner, type: 'vad', licensingMode: 'consumption' }, creating)
    expect(refusals).toEqual([{ pointer: '/licensingMode', key: 'partner.because.licensingMode' }])
  })

  it('accepts the default value in a hidden field', () => {
    expect(create(partner, { ...newPartner, type: 'vad', licensingMode: 'subscription' }, creating).refusals).toEqual([])
  })

  it('refuses an option that the referenced record does not offer', () => {
    const { refusals } = create(partner, { ...newPartner, parentOid: 'msp1' }, creating)
    expect(refusals).toMatchObject([{ pointer: '/type', key: 'partner.because.type', params: { value: 'msp' } }])
  })

  it('does not limit options by a reference that is not loaded', () => {
    expect(create(partner, { ...newPartner, parentOid: 'elsewhere' }, creating).refusals).toEqual([])
  })

  it('refuses to change fields that are fixed at creation or read-only, but accepts them unchanged', { tags: ['S0-3.4'] }, () => {
    const fixed = { parentOid: 'msp1', type: 'reseller', licensingMode: 'subscription', createAdmin: false }
    const counted = { partnerCount: 3, customerCount: 3, userCount: 3 }
    const stored = { ...newPartner, licensingMode: 'consumption' }
    expect(update(partner, stored, { ...fixed, ...counted }).refusals).toEqual([
      ...Object.keys(fixed).map((name) => ({ pointer: `/${name}`, key: 'validation.field.frozen' })),
      ...Object.keys(counted).map((name) => ({ pointer: `/${name}`, key: 'validation.field.readOnly' })),
    ])
    expect(update(partner, newPartner, newPartner).refusals).toEqual([])
  })

  it('refuses a field that the schema does not have', () => {
    expect(update(partner, newPartner, { nmae: 'x' }).refusals).toEqual([
      { pointer: '/nmae', key: 'validation.field.unknown', params: { name: 'nmae' } },
    ])
  })

  it('sets the administrator switch by the type of a new customer unless it was sent', () => {
    expect(create(customer, newCustomer, { ...contextOf('msp', { creating: true }), touched: ['/type'] }).record).toMatchObject({
      createAdmin: false,
    })
    const sent = { ...newCustomer, type: 'diy_customer', createAdmin: false }
    expect(create(customer, sent, contextOf('msp', { creating: true })).record).toMatchObject({ createAdmin: false })
  })

  it('resets the switch in the console at each change of the type, and keeps the value that the user sets in between', () => {
    const session = openSession(customer, customer.defaults, { stored: null, context: contextOf('msp', { creating: true }), lookup })
    const switchAfter = (pointer: string, value: unknown): unknown => {
      session.change(pointer, value)
      return session.record['createAdmin']
    }
    expect([switchAfter('/createAdmin', false), switchAfter('/type', 'diy_customer')]).toEqual([false, true])
    expect([switchAfter('/type', 'managed_customer'), switchAfter('/createAdmin', true)]).toEqual([false, true])
    expect([switchAfter('/name', 'A'), switchAfter('/type', 'diy_customer'), switchAfter('/createAdmin', false)]).toEqual([
      true,
      true,
      false,
    ])
    expect([switchAfter('/type', 'managed_customer'), switchAfter('/type', 'diy_customer')]).toEqual([false, true])
  })

  it('requires the domain in spreadsheets from users with the right to read it, and refuses it from all others', () => {
    const bulk = { creating: true, bulk: true }
    expect(create(customer, newCustomer, contextOf('po', bulk, { readDomain: true })).refusals).toEqual([
      { pointer: '/apoDomain', key: 'validation.field.mandatory' },
    ])
    expect(create(customer, newCustomer, contextOf('po', bulk)).refusals).toEqual([])
    expect(create(customer, { ...newCustomer, apoDomain: 'x' }, contextOf('po', bulk)).refusals).toEqual([
      { pointer: '/apoDomain', key: 'customer.because.domain' },
    ])
  })

  it('creates a partner below the current tenant if no parent can be chosen', () => {
    const { record, refusals } = create(partner, { ...newPartner, parentOid: undefined }, contextOf('msp', { creating: true }))
    expect(record).toMatchObject({ parentOid: 'msp1' })
    expect(refusals.map(({ pointer }) => pointer)).toEqual(['/type'])
    expect(create(partner, { ...newPartner, parentOid: 'other' }, contextOf('vad', { creating: true })).refusals).toContainEqual({
      pointer: '/parentOid',
      key: 'partner.because.parent',
    })
  })

  it('reads null as the absence of a value', () => {
    expect(update(partner, { ...newPartner, contactDetails: 'x' }, { contactDetails: null }).record).not.toHaveProperty('contactDetails')
  })

  it('drops constraint refusals of hidden controls', () => {
    const { state } = create(partner, { ...newPartner, type: 'vad' }, creating)
    const kept = { pointer: '/name', key: 'validation.field.mandatory' }
    expect(applicableRefusals([kept, { pointer: '/licensingMode', key: 'validation.field.mandatory' }], state)).toEqual([kept])
  })

  it('explains a hidden control with the value that led to it', () => {
    const { state } = create(partner, { ...newPartner, type: 'vad' }, creating)
    expect(state('/licensingMode')).toMatchObject({
      visible: false,
      enabled: false,
      why: [
        {
          rule: 'licensing-mode-of-sellers',
          effect: 'show',
          facts: [{ path: '/type', actual: 'vad', needed: ['msp', 'reseller'], holds: false }],
        },
      ],
    })
  })
})
