import { data, items, nothing, param, type Call, type Reply, type Routes } from '../http/call.ts'
import { Refusal, type Item } from '../state/item.ts'
import type { Collection } from '../state/collection.ts'
import type { World } from '../state/world.ts'

/** S0 section 7, Admin API: partners and customers. */
export const tenantRoutes: Routes = { ...routesOf('partners'), ...routesOf('customers') }

function routesOf(kind: 'partners' | 'customers'): Routes {
  const path = `/api/v1/${kind}`
  const collectionOf = ({ world }: Call): Collection => world.tenants[kind]
  const show = kind === 'partners' ? shownPartner : shownCustomer
  return {
    [`GET ${path}`]: (call) => {
      const top = call.query.get('parentTenantOid') ?? 'all'
      // S0 prints one parameter and whole lists; "below" reaches all the way down (DECISIONS 8).
      const below = collectionOf(call).all.filter(({ oid, parentOid }) => oid !== top && call.world.tenants.isWithin(parentOid, top))
      return data(below.map((item) => show(item, call.world)))
    },
    [`GET ${path}/{oid}`]: (call) => {
      const oid = param(call, 'oid')
      const found = kind === 'partners' ? call.world.tenants.get(oid) : collectionOf(call).get(oid)
      return data([show(found, call.world)])
    },
    [`POST ${path}`]: (call) => created(call, kind, show),
    [`PUT ${path}`]: (call) => changed(call, kind, show),
    [`DELETE ${path}`]: (call) => deleted(call, kind),
  }
}

const themes = { partners: 'Partners', customers: 'Customers' } as const

type Kind = keyof typeof themes
type Show = (item: Item, world: World) => Item

function created(call: Call, kind: Kind, show: Show): Reply {
  const { tenants } = call.world
  const all = items(call).map((sent) => tenants[kind].prepared(sent))
  for (const { parentOid } of all) requireParent(call.world, parentOid)
  const made = all.map((item) => tenants[kind].add(item))
  for (const tenant of made) {
    journal(call, kind, { eventType: 'creation', tenant })
    // "create-admin switch": the contact becomes the administrator of the new tenant.
    if (tenant['createAdmin'] === true) addAdmin(call.world, tenant)
  }
  return data(made.map((item) => show(item, call.world)))
}

function addAdmin({ tenants }: World, { oid, contactName, contactEmail }: Item): void {
  const role = { name: contactName, mail: contactEmail, tenantOid: oid, role: 'admin' }
  tenants.userRoles.add(role, tenants.oidOfPerson(contactEmail))
}

function changed(call: Call, kind: Kind, show: Show): Reply {
  const { tenants } = call.world
  const pairs = items(call).map((sent) => {
    const stored = tenants[kind].get(sent['oid'])
    const item = tenants[kind].prepared(sent, stored)
    requireParent(call.world, item['parentOid'])
    return { stored, item }
  })
  const all = pairs.map(({ stored, item }) => tenants[kind].put(stored, item))
  for (const tenant of all) journal(call, kind, { eventType: 'update', tenant })
  return data(all.map((item) => show(item, call.world)))
}

function deleted(call: Call, kind: Kind): Reply {
  const { tenants } = call.world
  const all = items(call).map(({ oid }) => tenants[kind].get(oid))
  for (const { oid, name } of all) {
    const { partners, customers } = tenants.childrenOf(oid)
    if (partners.length + customers.length > 0) throw new Refusal(400, [`${String(name)} still has partners or customers.`])
  }
  for (const tenant of all) {
    journal(call, kind, { eventType: 'deletion', tenant })
    tenants[kind].remove(tenant['oid'])
    tenants.userRoles.removeWhere(({ tenantOid }) => tenantOid === tenant['oid'])
  }
  return nothing
}

function requireParent({ tenants }: World, parentOid: unknown): void {
  if (!tenants.find(parentOid)) throw new Refusal(400, [`The parent ${String(parentOid)} does not exist.`])
}

function journal({ world }: Call, kind: Kind, { eventType, tenant }: { eventType: string; tenant: Item }): void {
  const { name, type, oid } = tenant
  world.journal.record({ theme: themes[kind], eventType, tenantOid: oid, eventDetails: { name, type } })
}

function shownPartner(partner: Item, { tenants }: World): Item {
  const { partners, customers } = tenants.childrenOf(partner['oid'])
  // The licensing mode belongs to resellers and service providers alone.
  const hasMode = partner['type'] === 'msp' || partner['type'] === 'reseller'
  return {
    ...partner,
    licensingMode: hasMode ? partner['licensingMode'] : null,
    parentName: tenants.nameOf(partner['parentOid']),
    partnerCount: partners.length,
    customerCount: customers.length,
    userCount: tenants.userCountOf(partner['oid']),
  }
}

function shownCustomer(customer: Item, { tenants }: World): Item {
  return { ...customer, parentName: tenants.nameOf(customer['parentOid']), userCount: tenants.userCountOf(customer['oid']) }
}
