import { describe, expect, it } from 'vitest'
import type { Role } from '../../schemas/tenancy.ts'
import type { TenantType } from '../../schemas/vocabulary/context.ts'
import type { TenantNode } from './caller.ts'
import { creatableCustomerTypes, creatablePartnerTypes, rolesToGive } from './creatable-types.ts'
import { createCaller } from './create-caller.ts'

const tenant = (path: string, type: TenantType, features: TenantNode['features'] = {}): TenantNode => ({
  oid: `oid-${path}`,
  name: `Tenant ${path}`,
  type,
  parentOid: null,
  path,
  state: 'active',
  features,
})
const platform = tenant('a.', 'po')
const vad = tenant('a.1.', 'vad')
const msp = tenant('a.1.2.', 'msp')
const customer = tenant('a.1.2.3.', 'managed_customer')
const neighbour = tenant('a.1.22.', 'msp')

const person = { oid: 'p1', name: 'Ada', mail: 'ada@example.org', locale: 'en', allAccess: false }
const caller = (...held: [TenantNode, Role][]) =>
  createCaller(
    person,
    held.map(([on, role]) => ({ tenant: on, role })),
  )

describe('a caller', () => {
  it('has a role on its tenant and all descendants, and nowhere else', { tags: ['D-4.5'] }, () => {
    const admin = caller([msp, 'admin'])
    expect(admin.rightsOn(msp).has('customers', 'create')).toBe(true)
    expect(admin.rightsOn(customer).has('edge_box', 'update')).toBe(true)
    expect(admin.rightsOn(vad).pairs()).toEqual([])
    expect(admin.rightsOn(neighbour).pairs()).toEqual([])
    expect(admin.rightsOn(platform).has('users', 'read')).toBe(false)
  })

  it('has the rights on each tenant that the role allows for its type', () => {
    const admin = caller([vad, 'admin'])
    expect(creatablePartnerTypes(vad, admin.rightsOn(vad))).toEqual(['msp', 'reseller'])
    expect(creatablePartnerTypes(msp, admin.rightsOn(msp))).toEqual([])
    expect(creatableCustomerTypes(msp, admin.rightsOn(msp))).toEqual(['managed_customer', 'diy_customer'])
    expect(rolesToGive(admin.rightsOn(customer))).toEqual(['admin', 'network_manager', 'application_manager', 'viewer', 'no_access'])
  })

  it('combines roles held on several levels', () => {
    const both = caller([vad, 'viewer'], [customer, 'network_manager'])
    expect(both.rolesOn(customer)).toEqual(['network_manager', 'viewer'])
    expect(both.rightsOn(customer).has('users', 'read')).toBe(true)
    expect(both.rightsOn(customer).has('tele_engine', 'delete')).toBe(true)
    expect(both.rightsOn(msp).has('customers', 'update')).toBe(false)
  })

  it('reads the domains of all customers below where the domain may be read, also below a reseller', () => {
    const reseller = tenant('a.1.4.', 'reseller')
    expect(caller([reseller, 'admin']).rightsOn(reseller).can('customers')).toMatchObject({ update: true, readDomain: false })
    expect(caller([vad, 'admin']).rightsOn(reseller).can('customers')).toMatchObject({ update: true, readDomain: true })
    expect(caller([vad, 'inventory_manager'], [reseller, 'admin']).rightsOn(reseller).can('customers')['readDomain']).toBe(false)
  })

  it('sees nothing with no_access', { tags: ['S0-6.8'] }, () => {
    const none = caller([msp, 'no_access'])
    expect(none.scopes()).toEqual([])
    expect(none.home).toBeUndefined()
    expect(none.rightsOn(msp).pairs()).toEqual([])
    expect(Object.values(none.listFlags)).toEqual([false, false, false, false])
  })

  it('sees path ranges without overlap', () => {
    expect(caller([msp, 'admin'], [customer, 'viewer'], [neighbour, 'viewer']).scopes()).toEqual([
      { from: 'a.1.2.', to: 'a.1.2/' },
      { from: 'a.1.22.', to: 'a.1.22/' },
    ])
  })

  it('starts in the highest tenant, or the first by name of several', () => {
    expect(caller([customer, 'viewer'], [neighbour, 'viewer'], [msp, 'viewer']).home).toBe(msp)
  })

  it('has many tenants if there are several or one may have children', { tags: ['S0-3.39'] }, () => {
    expect(caller([customer, 'admin']).hasManyTenants).toBe(false)
    expect(caller([customer, 'admin'], [tenant('a.1.2.4.', 'diy_customer'), 'viewer']).hasManyTenants).toBe(true)
    expect(caller([msp, 'admin']).hasManyTenants).toBe(true)
  })

  it('throws on a resource that the rights table does not know', () => {
    expect(() => caller([msp, 'admin']).rightsOn(msp).has('custmers', 'read')).toThrow(/custmers/)
  })
})

describe("the 'All' pseudo-tenant", () => {
  it('is available to the platform and to people with all-access', { tags: ['S0-6.41'] }, () => {
    expect(caller([platform, 'viewer']).allAccess).toBe(true)
    expect(caller([msp, 'admin']).allAccess).toBe(false)
    expect(createCaller({ ...person, allAccess: true }, [{ tenant: msp, role: 'admin' }]).allAccess).toBe(true)
    expect(createCaller({ ...person, allAccess: true }, [{ tenant: msp, role: 'no_access' }]).allAccess).toBe(false)
    expect(createCaller({ ...person, allAccess: true }, []).allAccess).toBe(false)
  })

  it('allows reading what the person may list anywhere', { tags: ['S0-3.38', 'S0-6.13'] }, () => {
    const rights = caller([msp, 'viewer'], [customer, 'admin']).rightsOnAll()
    expect(
      rights
        .pairs()
        .map(({ resource, operation }) => `${resource}:${operation}`)
        .toSorted(),
    ).toEqual(['customers:list', 'customers:read', 'requests:list', 'requests:read', 'users:list', 'users:read'])
    expect(rights.can('partners')['read']).toBe(false)
    expect(rights.can('customers')['create']).toBe(false)
  })
})

describe('customers without an integrated directory', () => {
  it('lose manage on users', { tags: ['S0-6.12'] }, () => {
    const admin = caller([msp, 'admin'])
    expect(admin.rightsOn(customer).can('users')['manage']).toBe(false)
    expect(admin.rightsOn({ ...customer, features: { directory_users: 'enabled' } }).can('users')['manage']).toBe(true)
  })
})
