import type { Role } from '../../../schemas/tenancy.ts'
import { personOf, USER_ROLE, userRoleOid } from '../../domain/user-role-rows.ts'
import { isAccount } from './accounts.ts'
import { administratorOf } from './people.ts'
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

/** Number of detached people, who appear only in the journal. */
const DETACHED = 14
/** One viewer in this many has lost access; one of the others in this many had another role before. */
const VIEWERS_TO_ONE = 9
const CHANGES_TO_ONE = 6
/** Number of the latest people whose invitations are still open. */
const INVITED = 7

/** Every role as a record, with its history. */
export const userRoles: DemoArea = {
  name: 'user roles',
  fill(world) {
    let viewers = 0
    let others = 0
    for (const person of world.people) {
      for (const held of person.roles) {
        const isFree = !isAccount(person.mail)
        const losesAccess = isFree && held.role === 'viewer' && ++viewers % VIEWERS_TO_ONE === 0
        const earlier = isFree && held.role !== 'admin' && held.role !== 'sa' && ++others % CHANGES_TO_ONE === 0
        if (losesAccess) held.role = 'no_access'
        addRole(world, person, { ...held, before: losesAccess || earlier ? earlierRole(held.role) : undefined })
      }
    }
    const latest = world.records.filter(({ entity }) => entity === USER_ROLE).toSorted((a, b) => b.createdAtMs - a.createdAtMs)
    invite(
      world,
      latest.map(({ oid, createdAtMs }) => [personOf(oid), createdAtMs]),
    )
    for (let count = 0; count < DETACHED * world.scale; count++) addDetached(world)
  },
}

/** Marks the latest people as invited: those with a single role, no journal entries and no demo account. */
function invite({ people, scale, events }: DemoWorld, latest: readonly [personOid: string, atMs: number][]): void {
  const busy = new Set(events.map(({ author }) => author.oid))
  const byOid = new Map(people.map((person) => [person.oid, person]))
  const free = latest.filter(([oid]) => {
    const person = byOid.get(oid)
    return person !== undefined && person.roles.length === 1 && !busy.has(oid) && !isAccount(person.mail)
  })
  for (const [oid, atMs] of free.slice(0, INVITED * scale)) {
    const person = byOid.get(oid)
    if (person) person.invitedAtMs = atMs
  }
}

const earlierRole = (role: Role): Role => (role === 'viewer' ? 'network_manager' : 'viewer')

interface Held {
  tenant: DemoTenant
  role: Role
  /** The person's first role, if it changed. */
  before: Role | undefined
}

function addRole(world: DemoWorld, person: DemoPerson, { tenant, role, before }: Held): void {
  const author = authorFor(world, person, tenant)
  const subject = { oid: userRoleOid(person.oid, tenant.oid), name: person.name }
  const record = { mail: person.mail, name: person.name, role }
  const first = before === undefined ? record : { ...record, role: before }
  const createdAtMs = Math.min(tenant.createdAtMs + world.random.between(60, 7_200) * 1000, world.nowMs - 120_000)
  const changedAtMs =
    before === undefined
      ? createdAtMs
      : Math.min(Math.max(officeHour(world, world.random.between(1, 90)), createdAtMs + 60_000), world.nowMs - 60_000)
  const common = { tenant, entity: USER_ROLE, subject, author, source: 'editor' as const }
  world.events.push({ ...common, ...moment(world, createdAtMs), action: 'creation', revision: 1, before: undefined, after: first })
  if (before !== undefined)
    world.events.push({ ...common, ...moment(world, changedAtMs), action: 'update', revision: 2, before: first, after: record })
  world.records.push({
    entity: USER_ROLE,
    oid: subject.oid,
    tenant,
    path: tenant.path,
    record,
    revision: before === undefined ? 1 : 2,
    createdAtMs,
    createdBy: author,
    updatedAtMs: changedAtMs,
    updatedBy: author,
  })
}

/** A tenant's administrator was attached by the parent's administrator, not by themselves. */
function authorFor(world: DemoWorld, person: DemoPerson, tenant: DemoTenant): DemoPerson {
  const near = administratorOf(world, tenant)
  return near === person ? administratorOf(world, tenant.parent ?? tenant) : near
}

function moment(world: DemoWorld, atMs: number): Pick<DemoEvent, 'atMs' | 'actionId'> {
  return { atMs, actionId: identifier(world, atMs) }
}

/** Adds the history of a person who was detached. */
function addDetached(world: DemoWorld): void {
  const { random, names } = world
  const tenant = random.pick(world.tenants)
  const createdAtMs = Math.max(officeHour(world, random.between(60, 180)), tenant.createdAtMs + DAY_MS)
  const detachedAtMs = Math.max(officeHour(world, random.between(1, 50)), createdAtMs + DAY_MS)
  const { name } = names.person(tenant.culture)
  const record = { mail: names.mail(name, tenant.name), name, role: 'viewer' }
  const subject = { oid: userRoleOid(identifier(world, createdAtMs), tenant.oid), name }
  const common = { tenant, entity: USER_ROLE, subject, author: administratorOf(world, tenant), source: 'editor' as const, revision: 1 }
  world.events.push({ ...common, ...moment(world, createdAtMs), action: 'creation', before: undefined, after: record })
  world.events.push({
    ...common,
    ...moment(world, Math.min(detachedAtMs, world.nowMs - 60_000)),
    action: 'deletion',
    before: record,
    after: undefined,
  })
}
