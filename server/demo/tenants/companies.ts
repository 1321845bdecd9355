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

const DETAILS = [
  'Invoices go to the head office.',
  'Calls before nine only in emergencies.\nThe fibre to the warehouse is a single one.',
  'Verträge liegen beim Einkauf; Wartung nur am ersten Dienstag im Monat.',
  'Horaires d’été : accueil fermé en août.',
  'Acceso al CPD únicamente con cita previa.',
]

/** Number of deleted customers, which appear only in the journal. */
const DELETED = 12

/** Author, time and action of one change of a company. */
interface Change {
  atMs: number
  author: DemoPerson
  actionId: string
  source: DemoEvent['source']
}

/** Records of partners and customers, with their history. */
export const companies: DemoArea = {
  name: 'companies',
  fill(world) {
    const sweeps = spreadsheets(world)
    for (const tenant of world.tenants) if (tenant !== world.platform) addCompany(world, tenant, sweeps)
    for (let count = 0; count < DELETED * world.scale; count++) addDeleted(world)
  },
}

function addCompany(world: DemoWorld, tenant: DemoTenant, sweeps: ReadonlyMap<DemoTenant, Change>): void {
  const parent = parentOf(tenant)
  const entity = isCustomer(tenant) ? 'customer' : 'partner'
  const creation = changeBy(world, administratorOf(world, parent), tenant.createdAtMs)
  const changes = changesOf(world, tenant, sweeps.get(parent))
  const versions = versionsUpTo(world, companyRecord(world, tenant), { tenant, count: changes.length })
  const today = versions.at(-1) ?? {}
  const common = { tenant: parent, entity, subject: { oid: tenant.oid, name: tenant.name } }
  world.events.push({ ...common, ...creation, action: 'creation', revision: 1, before: undefined, after: versions[0] })
  changes.forEach((change, index) =>
    world.events.push({ ...common, ...change, action: 'update', revision: index + 2, before: versions[index], after: versions[index + 1] }),
  )
  world.records.push({
    entity,
    oid: tenant.oid,
    tenant: parent,
    path: tenant.path,
    record: today,
    revision: versions.length,
    createdAtMs: tenant.createdAtMs,
    createdBy: creation.author,
    updatedAtMs: changes.at(-1)?.atMs ?? tenant.createdAtMs,
    updatedBy: changes.at(-1)?.author ?? creation.author,
  })
}

/** Some partners once changed all their customers in one spreadsheet import. */
function spreadsheets(world: DemoWorld): Map<DemoTenant, Change> {
  const sellers = world.tenants.filter((tenant) => tenant.type === 'msp' || tenant.type === 'reseller')
  return new Map(
    sellers
      .filter((_, index) => index % 4 === 2)
      .map((seller) => {
        const change = changeBy(world, administratorOf(world, seller), officeHour(world, world.random.between(5, 60)))
        return [seller, { ...change, source: 'import' as const }]
      }),
  )
}

function changesOf(world: DemoWorld, tenant: DemoTenant, sweep: Change | undefined): Change[] {
  const { random } = world
  const parent = parentOf(tenant)
  const count = isCustomer(tenant) ? random.between(0, 2) : random.between(1, 4)
  const days = (world.nowMs - tenant.createdAtMs) / DAY_MS
  const changes: Change[] = Array.from({ length: count }, () => {
    const atMs = Math.max(officeHour(world, random.next() * days), tenant.createdAtMs + random.between(600, 7200) * 1000)
    const author = administratorOf(world, parent.parent && random.chance(0.3) ? parent.parent : parent)
    return {
      ...changeBy(world, author, Math.min(atMs, world.nowMs - 60_000)),
      source: random.pick(['editor', 'editor', 'inline', 'api'] as const),
    }
  })
  if (sweep && isCustomer(tenant) && sweep.atMs > tenant.createdAtMs) changes.push(sweep)
  return changes.toSorted((a, b) => a.atMs - b.atMs)
}

function changeBy(world: DemoWorld, author: DemoPerson, atMs: number): Change {
  return { atMs, author, actionId: identifier(world, atMs), source: 'editor' }
}

/** The current record. */
function companyRecord(world: DemoWorld, tenant: Pick<DemoTenant, 'type' | 'state' | 'name' | 'culture' | 'licensingMode'>): Rec {
  const { random, names } = world
  const contactName = names.contact(tenant.culture)
  const common: Rec = {
    type: tenant.type,
    state: tenant.state,
    name: tenant.name,
    contactName,
    contactEmail: names.mail(contactName, tenant.name),
  }
  const details = random.chance(0.35) ? { contactDetails: random.pick(DETAILS) } : {}
  if (!isCustomer(tenant)) {
    const isConsuming = tenant.type !== 'vad' && random.chance(0.3)
    return { ...common, ...details, licensingMode: tenant.licensingMode ?? (isConsuming ? 'consumption' : 'subscription') }
  }
  const domain = random.chance(0.5) ? { apoDomain: `apo-${random.between(100, 999)}.example` } : {}
  const reporting = random.pick(['disabled', 'disabled', 'standard', 'enhanced', 'not_available'])
  // Demo accounts should find something to change.
  const isShown = reporting === 'not_available' && ACCOUNT_MAILS.some((mail) => homeOf(world, mail) === tenant)
  return { ...common, ...details, ...domain, reporting: isShown ? 'standard' : reporting }
}

const ACCOUNT_MAILS = ['customer@demo.test', 'diy@demo.test']

function homeOf({ people }: DemoWorld, account: string): DemoTenant | undefined {
  return people.find(({ mail }) => mail === account)?.roles[0]?.tenant
}

/** The record after its creation and after each change; the last is today's. */
function versionsUpTo(world: DemoWorld, today: Rec, { tenant, count }: { tenant: DemoTenant; count: number }): Rec[] {
  const versions = [today]
  for (let step = 0; step < count; step++) {
    const later = versions[0] ?? today
    versions.unshift({ ...later, ...earlierValues(world, later, tenant) })
  }
  return versions
}

function earlierValues({ random, names }: DemoWorld, later: Rec, tenant: DemoTenant): Rec {
  if (later['state'] === 'frozen') return { state: 'active' }
  if (random.chance(0.4)) return { contactDetails: random.pick(DETAILS.filter((one) => one !== later['contactDetails'])) }
  const contactName = names.contact(tenant.culture)
  return { contactName, contactEmail: names.mail(contactName, tenant.name) }
}

/** Adds the history of a deleted customer. */
function addDeleted(world: DemoWorld): void {
  const { random } = world
  const tenant = random.pick(world.tenants.filter(({ type }) => type === 'msp' || type === 'reseller'))
  const author = administratorOf(world, tenant)
  const createdAtMs = Math.max(officeHour(world, random.between(60, 180)), tenant.createdAtMs + DAY_MS)
  const deletedAtMs = Math.max(officeHour(world, random.between(1, 50)), createdAtMs + DAY_MS)
  const name = world.names.customer(tenant.culture)
  const record = companyRecord(world, { type: 'managed_customer', state: 'active', name, culture: tenant.culture })
  const common = { tenant, entity: 'customer', subject: { oid: identifier(world, createdAtMs), name } }
  world.events.push({
    ...common,
    ...changeBy(world, author, createdAtMs),
    action: 'creation',
    revision: 1,
    before: undefined,
    after: record,
  })
  world.events.push({
    ...common,
    ...changeBy(world, author, deletedAtMs),
    action: 'deletion',
    revision: 1,
    before: record,
    after: undefined,
  })
}

function parentOf(tenant: DemoTenant): DemoTenant {
  if (!tenant.parent) throw new Error(`${tenant.name} has nobody above it`)
  return tenant.parent
}
