import { assignableRoles, permissionsOf } from '../../../schemas/rights/rights.ts'
import type { Role } from '../../../schemas/tenancy.ts'
import { ACCOUNTS, MANY_TENANTS, type DemoAccount } from './accounts.ts'
import { isCustomer } from './tenants.ts'
import { identifier, type DemoArea, type DemoPerson, type DemoTenant, type DemoWorld } from '../world/world.ts'

/** Number of people, including the accounts of the sign-in page. */
const PEOPLE = 400
const PEOPLE_OF_PLATFORM = 6
const PEOPLE_OF_PARTNER = 4

/** Staff of the tenants: the demo accounts, then an administrator per tenant, then others up to the number. */
export const people: DemoArea = {
  name: 'people',
  fill(world) {
    for (const account of ACCOUNTS) world.people.push(personOf(world, account))
    const wanted = PEOPLE * world.scale
    for (const [tenant, count] of staff(world)) {
      for (let made = 0; made < count && world.people.length < wanted; made++) addPerson(world, tenant, made === 0 ? 'admin' : undefined)
    }
    const customers = world.tenants.filter(isCustomer)
    while (world.people.length < wanted) addPerson(world, world.random.pick(customers), undefined)
  },
}

/** An administrator of the tenant, or of the nearest tenant above that has one. */
export function administratorOf(world: DemoWorld, tenant: DemoTenant): DemoPerson {
  for (let one: DemoTenant | undefined = tenant; one; one = one.parent) {
    const found = administrators(world).get(one.oid)
    if (found) return found
  }
  throw new Error('the platform has no administrator')
}

const known = new WeakMap<DemoWorld, Map<string, DemoPerson>>()

function administrators(world: DemoWorld): Map<string, DemoPerson> {
  const found = known.get(world) ?? new Map<string, DemoPerson>()
  if (known.has(world)) return found
  for (const person of world.people) {
    for (const { tenant, role } of person.roles)
      if ((role === 'admin' || role === 'sa') && person.roles.length === 1) found.set(tenant.oid, found.get(tenant.oid) ?? person)
  }
  known.set(world, found)
  return found
}

function staff(world: DemoWorld): [DemoTenant, number][] {
  return world.tenants.map((tenant) => {
    if (tenant === world.platform) return [tenant, PEOPLE_OF_PLATFORM]
    return [tenant, isCustomer(tenant) ? 1 : PEOPLE_OF_PARTNER]
  })
}

function addPerson(world: DemoWorld, tenant: DemoTenant, wanted: Role | undefined): void {
  const { random, names } = world
  const { name, locale } = names.person(tenant.culture)
  const possible = assignable(tenant)
  const role = wanted && possible.includes(wanted) ? wanted : random.pick(possible)
  const createdAtMs = tenant.createdAtMs
  world.people.push({
    oid: identifier(world, createdAtMs),
    mail: names.mail(name, tenant.name),
    name,
    locale,
    allAccess: false,
    roles: [{ tenant, role }],
  })
}

/** Roles that the tenant's administrator may assign. */
function assignable(tenant: DemoTenant): Role[] {
  const permissions = permissionsOf('sa', tenant.type)
  return assignableRoles((resource, operation) => permissions.has(`${resource}:${operation}`)).filter((role) => role !== 'no_access')
}

function personOf(world: DemoWorld, { mail, name, locale, role, home }: DemoAccount): DemoPerson {
  const roles = home === 'many' ? manyRoles(world) : homes(world, home).map((tenant) => ({ tenant, role: role ?? ('viewer' as const) }))
  return { oid: identifier(world, world.platform.createdAtMs), mail, name, locale, allAccess: home === 'many', roles }
}

function homes(world: DemoWorld, home: DemoAccount['home']): DemoTenant[] {
  if (home === 'none') return []
  if (home === 'platform') return [world.platform]
  return [homeOfType(world, home)]
}

/** The tenants of the demo accounts belong together: one MSP, and customers below it. */
function homeOfType(world: DemoWorld, type: DemoAccount['home']): DemoTenant {
  const msp = firstActive(world.tenants.filter((tenant) => tenant.type === 'msp'))
  const below = world.tenants.filter((tenant) => tenant.type === type && (!isCustomer(tenant) || tenant.parent === msp))
  return type === 'msp' ? msp : firstActive(below)
}

function firstActive(list: readonly DemoTenant[]): DemoTenant {
  const found = list.find(({ state }) => state === 'active')
  if (!found) throw new Error('the demo world has no active tenant of a type that its accounts need')
  return found
}

/** Different roles on tenants of every type, spread over the tree. */
function manyRoles(world: DemoWorld): DemoPerson['roles'] {
  const others = world.tenants.filter((tenant) => tenant !== world.platform)
  const stride = Math.floor(others.length / MANY_TENANTS)
  return Array.from({ length: MANY_TENANTS }, (_, index) => {
    const tenant = others[index * stride]
    if (!tenant) throw new Error('the demo world has too few tenants')
    const possible = assignable(tenant)
    return { tenant, role: possible[index % possible.length] ?? 'viewer' }
  })
}
