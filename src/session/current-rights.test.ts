import { beforeEach, describe, expect, it } from 'vitest'
import type { TenantScope } from '../../schemas/tenancy.ts'
import { applyContext } from './context-state.ts'
import { currentRights } from './current-rights.ts'

const scope = (over: Partial<TenantScope>): TenantScope => ({
  oid: 'p',
  name: 'Partner',
  parentOid: null,
  tenantType: 'msp',
  roles: ['viewer'],
  permissions: [{ resource: 'customers', operation: 'read' }],
  features: [],
  ancestors: [],
  ...over,
})
const user = {
  oid: 'u',
  name: 'Una',
  mail: 'una@example.test',
  locale: 'en',
  hasManyTenants: false,
  canListCustomers: false,
  canListPartners: false,
  canListRequests: false,
  canListUsers: false,
}
const all = { canListCustomers: true, canListPartners: false, canListRequests: false, canListUsers: false }

describe('rights where a service sends none with its records', () => {
  beforeEach(() => {
    const customer = scope({
      oid: 'c',
      name: 'Customer',
      tenantType: 'managed_customer',
      permissions: [
        { resource: 'customers', operation: 'update' },
        { resource: 'customer_domain', operation: 'read' },
      ],
      features: [
        { name: 'sdi', state: 'enabled' },
        { name: 'cloud_mesh', state: 'disabled' },
      ],
    })
    applyContext({ user, scopes: [scope({ licensingMode: 'consumption' }), customer], all }, { forget: true })
  })

  it('are the pairs of the named tenant, not of another one', () => {
    const { context, rights } = currentRights('customer', 'p')
    expect([rights.has('customers', 'read'), rights.has('customers', 'update'), rights.has('partners', 'read')]).toEqual([
      true,
      false,
      false,
    ])
    expect(context).toMatchObject({
      tenant: { oid: 'p', name: 'Partner', type: 'msp', licensingMode: 'consumption' },
      user: { oid: 'u' },
      can: { read: true, update: false, readDomain: false },
    })
    expect(currentRights('customer', 'c').context.can).toMatchObject({ read: false, update: true, readDomain: true })
  })

  it('know the features of a customer alone', () => {
    expect(currentRights('customer', 'c').context.feature).toEqual({ sdi: true, cloud_mesh: false })
    expect(currentRights('customer', 'p').context.feature).toEqual({})
  })

  it('are those of the flags in all tenants, and none in a tenant that nobody has entered', () => {
    const everywhere = currentRights('customer', 'all')
    expect([everywhere.rights.has('customers', 'read'), everywhere.rights.has('partners', 'read')]).toEqual([true, false])
    expect(everywhere.context.tenant).toMatchObject({ oid: 'all', type: 'all' })
    const unknown = currentRights('customer', 'elsewhere')
    expect([unknown.rights.has('customers', 'read'), unknown.context.tenant.oid]).toEqual([false, 'elsewhere'])
  })

  it('are asked for entities that exist', () => {
    expect(() => currentRights('boat', 'p')).toThrow('No entity named "boat"')
  })
})
