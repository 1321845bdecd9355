import type { Rec } from '../../../schemas/vocabulary/types.ts'
import type { Role } from '../../../schemas/tenancy.ts'
import type { TenantNode } from '../../policies/caller.ts'
import type { Culture } from './cultures.ts'
import { createNames, type Names } from './names.ts'
import { createRandom, type Random } from './random.ts'
import type { DemoApplication } from '../overlays/saas-catalogue.ts'

/** A tenant of the demo world, with what later areas need of it. */
export interface DemoTenant extends TenantNode {
  parent: DemoTenant | undefined
  culture: Culture
  createdAtMs: number
  /** Number of child tenants created so far. */
  children: number
}

/** A person of the demo world. */
export interface DemoPerson {
  oid: string
  mail: string
  name: string
  locale: string
  allAccess: boolean
  roles: { tenant: DemoTenant; role: Role }[]
  /** Time of the invitation, if the person has not accepted it yet. */
  invitedAtMs?: number
}

/** A stored record of any entity. */
export interface DemoRecord {
  entity: string
  oid: string
  /** Tenant that owns the record. */
  tenant: DemoTenant
  /** Path of the record's own tenant where it is one, else of `tenant`. */
  path: string
  record: Rec
  revision: number
  createdAtMs: number
  createdBy: DemoPerson
  updatedAtMs: number
  updatedBy: DemoPerson
}

/** A change, for the journal. */
export interface DemoEvent {
  atMs: number
  author: DemoPerson
  tenant: DemoTenant
  actionId: string
  source: 'editor' | 'inline' | 'import' | 'api'
  entity: string
  action: 'creation' | 'update' | 'deletion'
  subject: { oid: string; name: string }
  /** Revision after the event; for a deletion, before it. */
  revision: number
  before: Rec | undefined
  after: Rec | undefined
  /** Record that the journal's details are taken from, besides its changes. @default `after` */
  mentioned?: Rec
}

/** The contents of an empty database's first fill. Areas add to it in order; nothing is read back from the database. */
export interface DemoWorld {
  random: Random
  names: Names
  /** Multiplies every amount. */
  scale: number
  /** The current time of the world; everything happened before it. */
  nowMs: number
  platform: DemoTenant
  /** Parents precede their children; the platform is first. */
  tenants: DemoTenant[]
  people: DemoPerson[]
  records: DemoRecord[]
  events: DemoEvent[]
  /** The SaaS catalogue, once for all overlays. */
  applications: DemoApplication[]
}

/** One part of the demo world; a new entity adds one. */
export interface DemoArea {
  name: string
  fill(world: DemoWorld): void
}

const SEED = 20_211_204
/** Base day of the timestamps in identifiers, fixed so that identifiers are the same in every run. */
const FIRST_DAY_MS = Date.UTC(2024, 0, 8)
export const DAY_MS = 24 * 60 * 60 * 1000
/** How far back the history goes. */
export const HISTORY_DAYS = 240

/** Creates a world in memory. */
export function createWorld(options: { scale: number; nowMs: number; platform: DemoTenant; areas: readonly DemoArea[] }): DemoWorld {
  const random = createRandom(SEED)
  const { scale, nowMs, platform } = options
  const world: DemoWorld = {
    random,
    names: createNames(random),
    scale,
    nowMs,
    platform,
    tenants: [platform],
    people: [],
    records: [],
    events: [],
    applications: [],
  }
  for (const area of options.areas) area.fill(world)
  return world
}

/** An identifier for something that happened at `atMs`; its timestamp counts days from the base day. */
export function identifier(world: DemoWorld, atMs: number): string {
  const daysAgo = Math.floor(world.nowMs / DAY_MS) - Math.floor(atMs / DAY_MS)
  return world.random.uuid(FIRST_DAY_MS + (HISTORY_DAYS * 2 - daysAgo) * DAY_MS + world.random.between(0, DAY_MS - 1))
}

/** A random time during office hours `daysAgo` days ago, never later than `nowMs`. */
export function officeHour(world: DemoWorld, daysAgo: number): number {
  const day = Math.floor((world.nowMs - daysAgo * DAY_MS) / DAY_MS) * DAY_MS
  const moment = day + world.random.between(7 * 3600, 18 * 3600) * 1000 + world.random.between(0, 999)
  return Math.min(moment, world.nowMs - world.random.between(60, 3600) * 1000)
}
