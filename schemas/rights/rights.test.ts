import { describe, expect, it } from 'vitest'
import { entityMeta } from '../generated/entity-meta.ts'
import type { Operation, Role } from '../tenancy.ts'
import type { TenantType } from '../vocabulary/context.ts'
import { eachCase } from '../../tests/support/each-case.ts'
import {
  assignableRoles,
  creatableTypes,
  mayHold,
  namedRights,
  operationsOn,
  permissionIds,
  permissionsOf,
  permissionsOn,
  resources,
  roles,
  tenantTypes,
} from './rights.ts'

const has = (role: Role, type: TenantType) => (resource: string, operation: Operation) =>
  permissionsOf(role, type).has(`${resource}:${operation}`)
const customers: TenantType[] = ['managed_customer', 'diy_customer']
const partners: TenantType[] = ['vad', 'msp', 'reseller']

describe('every role on every tenant type', () => {
  const matrix = roles.filter((role) => role !== 'no_access').flatMap((role) => tenantTypes.map((type) => ({ role, type })))

  it.each(matrix)('$role on $type gets no permission that the type does not allow', { tags: ['D-4.6'] }, ({ role, type }) => {
    for (const permission of permissionsOf(role, type)) {
      const [resource, operation] = permission.split(':') as [string, Operation]
      expect(operationsOn(resource, type)).toContain(operation)
    }
  })

  it.each(tenantTypes)('sa gets every permission that %s allows', { tags: ['S0-6.1'] }, (type) => {
    const allowed = resources.reduce((sum, resource) => sum + operationsOn(resource, type).length, 0)
    expect(permissionsOf('sa', type).size).toBe(allowed)
  })

  it.each(tenantTypes)('admin on %s gets the same permissions as sa, but cannot assign the role sa', { tags: ['S0-6.2'] }, (type) => {
    const missing = [...permissionsOf('sa', type)].filter((permission) => !permissionsOf('admin', type).has(permission))
    expect(missing).toEqual(['po', 'diy_customer'].includes(type) ? ['role_sa:create'] : [])
  })

  it.each(tenantTypes)('viewer on %s cannot change anything', { tags: ['S0-6.7'] }, (type) => {
    const operations = new Set([...permissionsOf('viewer', type)].map((permission) => permission.split(':')[1]))
    expect([...operations].toSorted()).toEqual(['list', 'read'])
  })

  it.each(tenantTypes)('no_access on %s gets no permission', { tags: ['S0-6.8'] }, (type) => {
    expect(permissionsOf('no_access', type).size).toBe(0)
  })

  it.each(tenantTypes)('inventory_manager on %s can change only appliances and licences', { tags: ['S0-6.3'] }, (type) => {
    const changing = [...permissionsOf('inventory_manager', type)].filter((permission) => !/:(list|read)$/.test(permission))
    expect(changing.filter((permission) => !/^(appliances|licenses):/.test(permission))).toEqual([])
  })

  it.each(['po', ...partners] as TenantType[])(
    'inventory_manager on %s assigns appliances and reads licences',
    { tags: ['S0-6.3'] },
    (type) => {
      expect(has('inventory_manager', type)('appliances', 'update')).toBe(true)
      expect(has('inventory_manager', type)('licenses', 'list')).toBe(true)
    },
  )

  it.each(tenantTypes)('the right to decide on requests and to delete them is one of the platform: %s', { tags: ['S0-6.36'] }, (type) => {
    const decides = (['manage', 'delete'] as const).map((operation) => operationsOn('requests', type).includes(operation))
    expect(decides).toEqual([type === 'po', type === 'po'])
  })

  it.each(customers)('network_manager on %s can change devices, but not users', { tags: ['S0-6.4'] }, (type) => {
    expect(has('network_manager', type)('edge_box', 'delete')).toBe(true)
    expect(has('network_manager', type)('troubleshooting', 'read')).toBe(true)
    expect(has('network_manager', type)('users', 'list')).toBe(false)
  })

  const all: Operation[] = ['list', 'create', 'read', 'update', 'delete']
  const seen: Operation[] = ['list', 'read']
  eachCase<[string, Operation[]]>([
    ['external_gateway', [], 'S2-6.1'],
    ['firewall_vpn_zone', [], 'S2-6.2'],
    ['application_set', all, 'S2-6.3'],
  ])('on customers has its own operations on %s', (resource, ofApplications) => {
    const managers = { network_manager: all, application_manager: ofApplications, inventory_manager: [], domain_manager: [] }
    for (const type of customers)
      for (const [role, operations] of Object.entries({ sa: all, admin: all, viewer: seen, ...managers }))
        expect([role, all.filter((operation) => has(role as Role, type)(resource, operation))]).toEqual([role, operations])
  })

  eachCase<[keyof typeof entityMeta, string]>([
    ['external-gateway', 'external_gateway', 'S2-6.1'],
    ['firewall-vpn-zone', 'firewall_vpn_zone', 'S2-6.2'],
    ['application-set', 'application_set', 'S2-6.3'],
    ['vpn-zone-policy', 'firewall_vpn_zone', 'S2-6.17'],
    ['internet-policy', 'firewall_vpn_zone', 'S2-6.17'],
  ])('records of %s are read and changed with the rights on %s', (entity, resource) => {
    expect(entityMeta[entity].resource).toBe(resource)
  })

  it.each(customers)(
    'application_manager on %s can change applications and application sets, but not zones',
    { tags: ['S0-6.5'] },
    (type) => {
      expect(has('application_manager', type)('application_set', 'update')).toBe(true)
      expect(has('application_manager', type)('ssl_optimisation', 'update')).toBe(true)
      expect(has('application_manager', type)('firewall_vpn_zone', 'update')).toBe(false)
    },
  )

  it.each(['po', ...partners] as TenantType[])(
    'domain_manager on %s manages users but cannot assign an administrator role',
    { tags: ['S0-6.6'] },
    (type) => {
      const named = assignableRoles(has('domain_manager', type))
      expect(named).not.toContain('admin')
      expect(named).not.toContain('sa')
      expect(named).toContain('viewer')
      expect(has('domain_manager', type)('users', 'delete')).toBe(true)
    },
  )
})

describe('the resources of S0 section 6', () => {
  const named = `administration partners customers users appliances licenses requests applications settings cloud_security_settings
    ssl_optimisation network edge_box external_gateway security_parameters routing_parameters vrrp_profile ihap_profile time_sync
    tele_engine firewall_vpn_zone overlay supervision reporting troubleshooting partner_vad partner_msp partner_reseller customer_diy
    customer_managed role_sa role_admin role_inventory_manager role_network_manager role_application_manager role_domain_manager
    role_viewer role_no_access`.split(/\s+/)
  /** Who reads the domain of customers, the dashboards of an overlay, and sets of applications: named elsewhere in S0 and S2. */
  const further = ['customer_domain', 'sdc_dashboard', 'application_set']
  /** The operations page, which no specification has (docs/decisions/0305). */
  const added = ['installation', 'api_tokens', 'subscriptions']

  it('are those of the table, and no others but what other sections name, and the operations page', { tags: ['S0-6.42'] }, () => {
    expect(resources.toSorted()).toEqual([...named, ...further, ...added].toSorted())
  })

  it('are joined by one that only the platform owner has, for those who may see everything there', () => {
    const reading = tenantTypes.flatMap((type) =>
      roles.filter((role) => has(role, type)('installation', 'read')).map((role) => `${role} on ${type}`),
    )
    expect(reading).toEqual(['sa on po', 'admin on po', 'viewer on po'])
  })

  it.each(named)('%s allows something to somebody', { tags: ['S0-6.42'] }, (resource) => {
    const granted = tenantTypes.flatMap((type) => [...permissionsOf('sa', type)].filter((one) => one.startsWith(`${resource}:`)))
    expect(granted.length).toBeGreaterThan(0)
  })
})

describe('scopes of S0 section 6', () => {
  it('grant manage on administration to admin for partners, and to sa and admin for customers', () => {
    for (const type of partners) expect(has('admin', type)('administration', 'manage')).toBe(true)
    for (const type of customers)
      for (const role of ['sa', 'admin'] as const) expect(has(role, type)('administration', 'manage')).toBe(true)
    for (const type of tenantTypes) expect(has('domain_manager', type)('administration', 'manage')).toBe(false)
  })

  it('apply a permission to the tenant and to its prefixed identifier', () => {
    expect(permissionIds('platform', 'po')).toEqual(['platform'])
    expect(permissionIds('x', 'reseller')).toEqual(['x', 'p:x'])
    expect(permissionIds('x', 'diy_customer')).toEqual(['x', 'c:x'])
  })

  it('withhold manage on users from customers without an integrated directory', () => {
    const off = permissionsOn({ type: 'diy_customer', features: { directory_users: 'disabled' } }, ['sa'])
    const on = permissionsOn({ type: 'diy_customer', features: { directory_users: 'enabled' } }, ['sa'])
    expect(off.has('users:manage')).toBe(false)
    expect(off.has('users:update')).toBe(true)
    expect(on.has('users:manage')).toBe(true)
    expect(permissionsOn({ type: 'msp', features: {} }, ['admin']).has('users:manage')).toBe(true)
  })

  it('combine the permissions of several roles', () => {
    const both = permissionsOn({ type: 'msp', features: {} }, ['viewer', 'inventory_manager'])
    expect(both.has('customers:read')).toBe(true)
    expect(both.has('appliances:update')).toBe(true)
    expect(both.has('customers:update')).toBe(false)
  })
})

describe('the tenant tree', () => {
  it.each([
    ['po', ['vad', 'msp', 'reseller']],
    ['vad', ['msp', 'reseller']],
    ['msp', ['managed_customer', 'diy_customer']],
    ['reseller', ['managed_customer', 'diy_customer']],
    ['managed_customer', []],
    ['diy_customer', []],
  ] as [TenantType, TenantType[]][])('%s can contain %j', { tags: ['S0-1.5'] }, (parent, held) => {
    expect(tenantTypes.filter((type) => mayHold(parent, type))).toEqual(held)
  })

  it('derives creatable types from the create right on partner_* and customer_*', { tags: ['S0-6.14'] }, () => {
    expect(creatableTypes('partner', 'po', has('admin', 'po'))).toEqual(['vad', 'msp', 'reseller'])
    expect(creatableTypes('partner', 'vad', has('admin', 'vad'))).toEqual(['msp', 'reseller'])
    expect(creatableTypes('partner', 'msp', has('admin', 'msp'))).toEqual([])
    expect(creatableTypes('customer', 'msp', has('admin', 'msp'))).toEqual(['managed_customer', 'diy_customer'])
    expect(creatableTypes('customer', 'po', has('sa', 'po'))).toEqual([])
    expect(creatableTypes('customer', 'msp', has('viewer', 'msp'))).toEqual([])
  })

  it('allows assigning the role sa only on tenant types that can have an sa', () => {
    expect(assignableRoles(has('sa', 'diy_customer'))).toContain('sa')
    expect(assignableRoles(has('sa', 'managed_customer'))).not.toContain('sa')
  })
})

describe('field rights', () => {
  it('show the customer domain only to users with the right to read it', { tags: ['S0-2.71'] }, () => {
    expect(namedRights('customers', has('admin', 'msp'))['readDomain']).toBe(true)
    expect(namedRights('customers', has('admin', 'reseller'))['readDomain']).toBe(false)
  })

  it('throw on an unknown resource, role or type', () => {
    expect(() => namedRights('custmers', () => true)).toThrow(/custmers/)
    expect(() => permissionsOf('root' as Role, 'po')).toThrow(/root/)
    expect(() => mayHold('company' as TenantType, 'po')).toThrow(/company/)
  })
})
