import { describe, expect, it } from 'vitest'
import type { TenantScope } from '../../schemas/tenancy.ts'
import { canList, isAllowed, toPermissions, toRuleContext } from './permissions.ts'
import type { CurrentTenant } from './permissions.ts'
import { eachCase } from '../../tests/support/each-case.ts'

function scopeOf(over: Partial<TenantScope>): TenantScope {
  return {
    oid: 't1',
    name: 'Acme',
    parentOid: null,
    tenantType: 'po',
    roles: ['viewer'],
    permissions: [],
    features: [],
    ancestors: [],
    ...over,
  }
}

const read = (resource: string) => ({ resource, operation: 'read' }) as const
const tenantOf = (scope: TenantScope): CurrentTenant => ({
  oid: scope.oid,
  name: scope.name,
  type: scope.tenantType,
  features: scope.features,
})
const all: CurrentTenant = { oid: 'all', name: 'All', type: 'all', features: [] }

describe('permissions', () => {
  it('of the platform apply to its identifier only', { tags: ['S0-6.9'] }, () => {
    const permissions = toPermissions([scopeOf({ permissions: [read('partners')] })], undefined)
    expect([...permissions.keys()]).toEqual(['t1'])
  })

  eachCase<[TenantScope['tenantType'], string, string]>([
    ['msp', 'p:t1', 'c:t1', 'S0-6.10'],
    ['managed_customer', 'c:t1', 'p:t1', 'S0-6.11'],
  ])('of a %s apply to its identifier and to %s', (tenantType, prefixed, other) => {
    const permissions = toPermissions([scopeOf({ tenantType, permissions: [read('users')] })], undefined)
    expect(isAllowed(permissions, 't1', 'users:read')).toBe(true)
    expect(isAllowed(permissions, prefixed, 'users:read')).toBe(true)
    expect(isAllowed(permissions, other, 'users:read')).toBe(false)
    expect(isAllowed(permissions, 't2', 'users:read')).toBe(false)
  })

  eachCase<[TenantScope['tenantType'], TenantScope['roles'][number], boolean]>([
    ['vad', 'admin', true, 'S0-6.10'],
    ['vad', 'sa', false],
    ['diy_customer', 'sa', true, 'S0-6.11'],
    ['managed_customer', 'admin', true, 'S0-6.11'],
    ['managed_customer', 'viewer', false],
    ['po', 'admin', false],
  ])('of a %s let %s manage the administration: %s', (tenantType, role, manages) => {
    const permissions = toPermissions([scopeOf({ tenantType, roles: [role] })], undefined)
    expect(isAllowed(permissions, 't1', 'administration:manage')).toBe(manages)
  })

  it('take "manage" on users from customers without directory users', { tags: ['S0-6.12'] }, () => {
    const permissions = [{ resource: 'users', operation: 'manage' } as const]
    const features = [{ name: 'directory_users', state: 'enabled' } as const]
    const off = toPermissions([scopeOf({ tenantType: 'managed_customer', permissions })], undefined)
    const on = toPermissions([scopeOf({ tenantType: 'managed_customer', permissions, features })], undefined)
    const partner = toPermissions([scopeOf({ tenantType: 'msp', permissions })], undefined)
    expect([off, on, partner].map((each) => isAllowed(each, 't1', 'users:manage'))).toEqual([false, true, true])
  })

  it("of 'all' follow the flags and allow reading alone", { tags: ['S0-6.13'] }, () => {
    const permissions = toPermissions([], { canListPartners: true, canListCustomers: false, canListRequests: true, canListUsers: false })
    expect(['partners', 'customers', 'requests', 'users'].map((resource) => canList(permissions, all, resource))).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(isAllowed(permissions, 'all', 'partners:create')).toBe(false)
  })
})

describe('listing', () => {
  it.each(['partners', 'customers', 'requests'])('%s needs that no customer is selected', { tags: ['S0-6.16'] }, (resource) => {
    const partner = scopeOf({ tenantType: 'msp', permissions: [read(resource)] })
    const customer = scopeOf({ tenantType: 'diy_customer', permissions: [read(resource)] })
    expect(canList(toPermissions([partner], undefined), tenantOf(partner), resource)).toBe(true)
    expect(canList(toPermissions([customer], undefined), tenantOf(customer), resource)).toBe(false)
  })

  it.each(['settings', 'cloud_security_settings'])('%s needs a customer', { tags: ['S0-6.18'] }, (resource) => {
    const partner = scopeOf({ tenantType: 'msp', permissions: [read(resource)] })
    const customer = scopeOf({ tenantType: 'diy_customer', permissions: [read(resource)] })
    expect(canList(toPermissions([partner], undefined), tenantOf(partner), resource)).toBe(false)
    expect(canList(toPermissions([customer], undefined), tenantOf(customer), resource)).toBe(true)
  })

  it.each(['users', 'licenses', 'appliances'])(
    '%s needs the right to read, in any tenant',
    { tags: ['S0-6.17', 'S2-6.24'] },
    (resource) => {
      for (const tenantType of ['po', 'msp', 'diy_customer'] as const) {
        const listing = scopeOf({ tenantType, permissions: [{ resource, operation: 'list' }] })
        const reading = scopeOf({ tenantType, permissions: [read(resource)] })
        const answers = [listing, reading].map((scope) => canList(toPermissions([scope], undefined), tenantOf(scope), resource))
        expect([tenantType, answers]).toEqual([tenantType, [false, true]])
      }
    },
  )
})

describe('the rule context', () => {
  it('contains operations, field rights and, for customers, features', { tags: ['S0-6.19', 'D-4.2'] }, () => {
    const scope = scopeOf({
      tenantType: 'msp',
      permissions: [read('customers'), read('customer_domain')],
      features: [{ name: 'sdi', state: 'enabled' }],
    })
    const context = toRuleContext({
      permissions: toPermissions([scope], undefined),
      tenant: tenantOf(scope),
      userOid: 'me',
      resource: 'customers',
    })
    expect(context.can).toMatchObject({ read: true, create: false, readDomain: true })
    expect(context.feature).toEqual({})
    const customer = {
      ...scope,
      tenantType: 'diy_customer',
      features: [
        { name: 'sdi', state: 'enabled' },
        { name: 'cloud_mesh', state: 'disabled' },
      ],
    } as const
    const tenant = tenantOf({ ...customer, features: [...customer.features] })
    expect(toRuleContext({ permissions: new Map(), tenant, userOid: 'me', resource: 'customers' }).feature).toEqual({
      sdi: true,
      cloud_mesh: false,
    })
  })
})
