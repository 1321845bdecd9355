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

/** Number of requests by type and status. */
const ASKED: Record<'create' | 'delete', Record<Status, number>> = {
  create: { open: 9, active: 4, resolved: 14, cancelled: 0 },
  delete: { open: 5, active: 2, resolved: 5, cancelled: 3 },
}

/** Minimum age of a customer whose deletion is requested. */
const SETTLED_DAYS = 20

const COMMENTS = [
  'Der Vertrag ist unterschrieben und liegt bei.',
  'Le contrat commence le premier du mois.',
  'Waiting for the signed order form.',
  'El pedido está confirmado; falta la fecha de instalación.',
  'They move to another provider at the end of the quarter.',
]

/** The subject of a request, and when it was raised and settled. */
interface RequestedChange {
  tenant: DemoTenant
  customer: Rec
  raisedAtMs: number
  settledAtMs?: number
}

/** Requests of every type in every status, with their history. */
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

/** Resolved requests are for existing customers; the others are for customers that do not exist yet. */
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

/** Resolved requests are for deleted customers; the others prefer customers without appliances. */
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

/** The customer's fields that a request contains. */
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

/** Changes of a request since it was raised, each with its position in that time as a share. */
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

/** Time of the last change of an open request. */
function momentOf(
  world: DemoWorld,
  { raisedAtMs, settledAtMs, share }: { raisedAtMs: number; settledAtMs: number | undefined; share: number },
): number {
  const untilMs = settledAtMs ?? world.nowMs - 600_000
  return Math.round(raisedAtMs + Math.max(untilMs - raisedAtMs, 1000) * share)
}

/** A manager of the tenant without the right to create customers, if there is one. */
function askerOf(world: DemoWorld, tenant: DemoTenant): DemoPerson {
  const holds = ({ roles }: DemoPerson): boolean => roles.some((held) => held.role === 'domain_manager' && held.tenant === tenant)
  return world.people.find(holds) ?? administratorOf(world, tenant)
}
