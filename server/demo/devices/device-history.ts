import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { groupBy } from '../world/group-by.ts'
import { overlaysOf, type DemoOverlay } from '../overlays/overlays.ts'
import { administratorOf } from '../tenants/people.ts'
import { identifierOfDay } from '../world/records.ts'
import {
  DAY_MS,
  identifier,
  officeHour,
  type DemoArea,
  type DemoEvent,
  type DemoPerson,
  type DemoRecord,
  type DemoWorld,
} from '../world/world.ts'

/** In large overlays one box in this many has a history, in the others the hub of one overlay in this many. */
const BOXES_TO_ONE = 6
const OVERLAYS_TO_ONE = 4
/** Number of boxes that a spreadsheet import changed, and of deleted sites, in a large overlay. */
const IMPORTED = 40
const DELETED_SITES = 8

/** History of some networks, sites and boxes; the others have none before the demo begins. */
export const deviceHistory: DemoArea = {
  name: 'device history',
  fill(world) {
    const byTenant = groupBy(world.records, ({ tenant }) => tenant)
    overlaysOf(world).forEach((overlay, index) => {
      const records = byTenant.get(overlay.tenant) ?? []
      if (overlay.size.hubs > 4) addLargeOverlayHistory(world, overlay, records)
      else if (index % OVERLAYS_TO_ONE === 0)
        records
          .filter(isBox)
          .slice(0, 1)
          .forEach((box) => addBoxHistory(world, box))
    })
  },
}

const isBox = ({ entity }: DemoRecord): boolean => entity === 'edge-box'

function addLargeOverlayHistory(world: DemoWorld, overlay: DemoOverlay, records: readonly DemoRecord[]): void {
  const boxes = records.filter(isBox)
  for (const record of records) if (record.entity === 'transport-network') addEvents(world, record, [])
  for (const box of boxes.filter((_, index) => index % BOXES_TO_ONE === 0)) addBoxHistory(world, box)
  const author = networkManagerOf(world, overlay)
  const atMs = officeHour(world, 4)
  const actionId = identifier(world, atMs)
  const imported = boxes.filter((_, index) => index % BOXES_TO_ONE === 1).slice(0, IMPORTED)
  for (const box of imported) addEvents(world, box, [{ atMs, author, actionId, source: 'import', earlier: otherOptimization(box.record) }])
  for (let count = 0; count < DELETED_SITES; count++) addDeletedSite(world, overlay, { author, number: count + 1 })
}

/** One change of a record, with the values before it. */
interface Change extends Pick<DemoEvent, 'atMs' | 'author' | 'actionId' | 'source'> {
  earlier: Rec
}

function addBoxHistory(world: DemoWorld, box: DemoRecord): void {
  const { random } = world
  const author = administratorOf(world, box.tenant)
  const days = (world.nowMs - box.createdAtMs) / DAY_MS
  const kinds = [otherBandwidth, otherOptimization, otherLog].slice(0, random.between(1, 3))
  const moments = kinds.map(() =>
    Math.min(Math.max(officeHour(world, random.next() * days), box.createdAtMs + 60_000), world.nowMs - 60_000),
  )
  let later = box.record
  const changes = moments
    .toSorted((a, b) => b - a)
    .map((atMs, index): Change => {
      const earlier = kinds[index]?.(later) ?? {}
      later = { ...later, ...earlier }
      return { atMs, author, actionId: identifier(world, atMs), source: index === 0 ? 'inline' : 'editor', earlier }
    })
  addEvents(world, box, changes)
}

/** Adds journal entries for the creation and the changes (latest first) and updates the record's revision. */
function addEvents(world: DemoWorld, record: DemoRecord, changes: readonly Change[]): void {
  const subject = { oid: record.oid, name: String(record.record['name']) }
  const common = { tenant: record.tenant, entity: record.entity, subject }
  let after = record.record
  changes.forEach(({ earlier, ...change }, index) => {
    const before = { ...after, ...earlier }
    world.events.push({ ...common, ...change, action: 'update', revision: changes.length + 1 - index, before, after })
    after = before
  })
  const { createdAtMs: atMs, createdBy: author } = record
  const creation = { atMs, author, actionId: identifier(world, atMs), source: 'editor' } as const
  world.events.push({ ...common, ...creation, action: 'creation', revision: 1, before: undefined, after })
  record.revision += changes.length
  record.updatedAtMs = changes[0]?.atMs ?? record.createdAtMs
  record.updatedBy = changes[0]?.author ?? record.createdBy
}

function otherBandwidth(record: Rec): Rec {
  const wans = record['wans'] as { wan1: { access: { downBandwidth: number; upBandwidth: number } } }
  const { downBandwidth, upBandwidth } = wans.wan1.access
  const access = { downBandwidth: downBandwidth / 2, upBandwidth: upBandwidth / 2 }
  return { wans: { ...wans, wan1: { ...wans.wan1, access } } }
}

function otherOptimization(record: Rec): Rec {
  return { services: { wanOptimization: (record['services'] as Rec)['wanOptimization'] !== true } }
}

function otherLog(record: Rec): Rec {
  return record['syslog'] === undefined ? otherBandwidth(record) : { syslog: undefined }
}

function networkManagerOf(world: DemoWorld, { tenant }: DemoOverlay): DemoPerson {
  const found = world.people.find(({ roles }) => roles.some((one) => one.tenant === tenant && one.role === 'network_manager'))
  return found ?? administratorOf(world, tenant)
}

/** Adds the history of a deleted site. */
function addDeletedSite(
  world: DemoWorld,
  { tenant, daysAgo }: DemoOverlay,
  { author, number }: { author: DemoPerson; number: number },
): void {
  const record: Rec = { name: `${tenant.culture.places[number % tenant.culture.places.length] ?? 'Site'} (${number})` }
  const common = { tenant, author, entity: 'site', source: 'editor', revision: 1 } as const
  const subject = { oid: identifierOfDay(world, daysAgo), name: String(record['name']) }
  const createdAtMs = Math.max(officeHour(world, daysAgo), tenant.createdAtMs + 7_200_000)
  const deletedAtMs = Math.max(officeHour(world, 1 + number), createdAtMs + 3_600_000)
  const moment = (atMs: number): Pick<DemoEvent, 'atMs' | 'actionId'> => {
    const past = Math.min(atMs, world.nowMs - 60_000)
    return { atMs: past, actionId: identifier(world, past) }
  }
  world.events.push({ ...common, subject, ...moment(createdAtMs), action: 'creation', before: undefined, after: record })
  world.events.push({ ...common, subject, ...moment(deletedAtMs), action: 'deletion', before: record, after: undefined })
}
