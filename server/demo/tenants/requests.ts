import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { administratorOf } from './people.ts'
import { isCustomer } from './tenants.ts'
import {
  DAY_MS,
  identifier,
  officeHour,
  type DemoArea,
  type DemoEvent,
  type DemoPerson,
  type DemoTenant,
  type DemoWorld,
} from '../world/world.ts'

type Status = 'open' | 'active' | 'resolved' | 'cancelled'

/** Requests of one world, by what they ask for. */
const ASKED: Record<'create' | 'delete', Record<Status, number>> = {
  create: { open: 9, active: 4, resolved: 14, cancelled: 0 },
  delete: { open: 5, active: 2, resolved: 5, cancelled: 3 },
}

/** A customer that is to go has been there for longer than that. */
const SETTLED_DAYS = 20

const COMMENTS = [
  'Der Vertrag ist unterschrieben und liegt bei.',
  'Le contrat commence le premier du mois.',
  'Waiting for the signed order form.',
  'El pedido está confirmado; falta la fecha de instalación.',
  'They move to another provider at the end of the quarter.',
]

/** What a request is about, and when it was raised and, where it was, settled. */
interface RequestedChange {
  tenant: DemoTenant
  customer: Rec
  raisedAtMs: number
  settledAtMs?: number
}

/** Requests of every kind in every state they can be in, with their history. */
export const requests: DemoArea = {
  name: 'requests',
  fill(world) {
    for (const status of ['resolved', 'cancelled', 'active', 'open'] as const) {
      addMany(world, { type: 'create_customer', status, requestedChanges: creations(world, status), count: ASKED.create[status] })
      addMany(world, { type: 'delete_customer', status, requestedChanges: deletions(world, status), count: ASKED.delete[status] })
    }
  },
}

interface Many {
  type: 'create_customer' | 'delete_customer'
  status: Status
  requestedChanges: Iterator<RequestedChange>
  count: number
}

function addMany(world: DemoWorld, { type, status, requestedChanges, count }: Many): void {
  for (let made = 0; made < count * world.scale; made++) {
    const { value, done } = requestedChanges.next()
    if (done === true) return
    addRequest(world, { type, status, requested: value })
  }
}

/** Customers that are there came by resolved requests; the others are still wished for. */
function* creations(world: DemoWorld, status: Status): Generator<RequestedChange, undefined> {
  if (status === 'resolved') {
    for (const { tenant, record, createdAtMs } of customersOf(world))
      if (createdAtMs - tenant.createdAtMs > 5 * DAY_MS)
        yield {
          tenant,
          customer: wanted(record),
          settledAtMs: createdAtMs,
          raisedAtMs: createdAtMs - world.random.between(3, 80) * 3_600_000,
        }
    return undefined
  }
  const sellers = world.tenants.filter(({ type }) => type === 'msp' || type === 'reseller')
  for (;;) {
    const tenant = world.random.pick(sellers)
    const name = world.names.customer(tenant.culture)
    const contactName = world.names.contact(tenant.culture)
    const type = world.random.pick(['managed_customer', 'managed_customer', 'diy_customer'])
    const customer = {
      name,
      type,
      state: 'active',
      contactName,
      contactEmail: world.names.mail(contactName, name),
      createAdmin: type === 'diy_customer',
    }
    yield { tenant, customer, raisedAtMs: officeHour(world, world.random.between(0, 20)) }
  }
}

/** Customers that are gone went by resolved requests, or before theirs was; those that are to go own no appliances, as far as there are some. */
function* deletions(world: DemoWorld, status: Status): Generator<RequestedChange, undefined> {
  if (status === 'resolved' || status === 'cancelled') {
    const gone = world.events.filter(({ entity, action }) => entity === 'customer' && action === 'deletion')
    for (const [index, { tenant, subject, before = {}, atMs }] of gone.entries())
      if ((index % 3 === 2) === (status === 'cancelled'))
        yield {
          tenant,
          customer: { oid: subject.oid, ...wanted(before) },
          settledAtMs: atMs,
          raisedAtMs: atMs - world.random.between(3, 20) * 3_600_000,
        }
    return undefined
  }
  const owners = new Set(world.records.flatMap(({ entity, tenant }) => (entity === 'appliance' ? [tenant.oid] : [])))
  const asked = new Set(world.records.flatMap(({ entity, record }) => (entity === 'request' ? [(record['customer'] as Rec)['oid']] : [])))
  const left = customersOf(world).filter(({ oid, createdAtMs }) => !asked.has(oid) && world.nowMs - createdAtMs > SETTLED_DAYS * DAY_MS)
  for (const { oid, tenant, record } of left.toSorted((a, b) => Number(owners.has(a.oid)) - Number(owners.has(b.oid))))
    yield { tenant, customer: { oid, ...wanted(record) }, raisedAtMs: officeHour(world, world.random.between(0, 12)) }
  return undefined
}

/** The youngest first. */
function customersOf(world: DemoWorld): DemoWorld['records'] {
  const tenants = new Map(world.tenants.map((tenant) => [tenant.oid, tenant]))
  return world.records
    .filter(({ entity, oid }) => entity === 'customer' && isCustomer(tenants.get(oid) ?? world.platform))
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs)
}

/** What a request holds of a customer. */
function wanted(record: Rec): Rec {
  const names = ['name', 'type', 'state', 'apoDomain', 'contactName', 'contactEmail', 'contactDetails']
  return Object.fromEntries(names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])))
}

function addRequest(
  world: DemoWorld,
  { type, status, requested }: { type: Many['type']; status: Status; requested: RequestedChange },
): void {
  const { tenant, customer } = requested
  const raisedAtMs = Math.max(requested.raisedAtMs, tenant.createdAtMs + 3_600_000)
  const oid = identifier(world, raisedAtMs)
  const author = askerOf(world, tenant)
  const details = String(customer['name'])
  let record: Rec = { type, status: 'open', details, customer }
  let revision = 1
  let last = { atMs: raisedAtMs, author }
  const common = { tenant, entity: 'request', subject: { oid, name: details } }
  const note = (event: Pick<DemoEvent, 'action' | 'before' | 'after'>): void => {
    world.events.push({ ...common, ...last, ...event, actionId: identifier(world, last.atMs), source: 'editor', revision })
  }
  note({ action: 'creation', before: undefined, after: record })
  for (const { changes, by, share } of stepsTo(world, status, author)) {
    const before = record
    record = { ...record, ...changes }
    revision++
    last = { atMs: momentOf(world, { raisedAtMs, settledAtMs: requested.settledAtMs, share }), author: by }
    note({ action: 'update', before, after: record })
  }
  const stamps = { createdAtMs: raisedAtMs, createdBy: author, updatedAtMs: last.atMs, updatedBy: last.author }
  world.records.push({ entity: 'request', oid, tenant, path: tenant.path, record, revision, ...stamps })
}

/** What happened to a request since it was raised, and after which share of the time. */
function stepsTo(world: DemoWorld, status: Status, asker: DemoPerson): { changes: Rec; by: DemoPerson; share: number }[] {
  const { random, platform } = world
  const decider = administratorOf(world, platform)
  const said = random.chance(0.6)
    ? [{ changes: { comment: random.pick(COMMENTS) }, by: random.chance(0.5) ? asker : decider, share: 0.3 }]
    : []
  const taken =
    status === 'active' || (status === 'resolved' && random.chance(0.5)) ? [{ changes: { status: 'active' }, by: decider, share: 0.6 }] : []
  const settled = status === 'resolved' || status === 'cancelled' ? [{ changes: { status }, by: decider, share: 1 }] : []
  return [...said, ...taken, ...settled]
}

/** Requests that are not settled were last touched some time before the world's end. */
function momentOf(
  world: DemoWorld,
  { raisedAtMs, settledAtMs, share }: { raisedAtMs: number; settledAtMs: number | undefined; share: number },
): number {
  const untilMs = settledAtMs ?? world.nowMs - 600_000
  return Math.round(raisedAtMs + Math.max(untilMs - raisedAtMs, 1000) * share)
}

/** Somebody who manages the tenant and may not create customers at once, where there is such a person. */
function askerOf(world: DemoWorld, tenant: DemoTenant): DemoPerson {
  const holds = ({ roles }: DemoPerson): boolean => roles.some((held) => held.role === 'domain_manager' && held.tenant === tenant)
  return world.people.find(holds) ?? administratorOf(world, tenant)
}
