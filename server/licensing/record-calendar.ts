import { sql } from 'kysely'
import { monthOf } from '../../schemas/vocabulary/months.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../db/database.ts'
import { withinScopes } from '../db/scope-sql.ts'
import type { Scope } from '../db/scope.ts'
import { newOid } from '../db/new-oid.ts'
import { appendEntries, writtenEntry, type NewEntry } from '../journal/append.ts'
import { breachesSince, calendarEvents, missingIn, type CalendarEvent, type Holding, type Missing } from './calendar.ts'
import { groupOf } from './ledger.ts'
import { neededSql } from './needed.ts'

const THEME = 'Licensing'
const ENTITY = 'license'
/** Principal of the entries of calendar events. */
const CALENDAR = { oid: 'calendar', name: 'Calendar' }
const OWNERS = ['msp', 'reseller', 'managed_customer', 'diy_customer']
/** Tenants per transaction. */
const BATCH = 500

export interface LicenceOwner {
  oid: string
  name: string
  path: string
}

/** The state of a tenant's licences as of its last journaled month. */
interface Recorded {
  /** Empty if nothing was recorded yet. */
  month: string
  missing: Missing
}

/** Whether a tenant may have licences. */
export const mayOwn = ({ type }: { type: string }): boolean => OWNERS.includes(type)

/** Records due calendar events of the licences in the ranges in the journal; a single query if there are none. */
export async function recordCalendarIn(database: Database, scopes: readonly Scope[], ranges: readonly Scope[]): Promise<void> {
  const now = new Date()
  const open = await database.withScope(scopes, async (queries) => {
    const { rows } = await sql<LicenceOwner>`select t.oid, t.name, t.path from tenant t where t.type = any(${OWNERS}::text[])
      and ${withinScopes('t.path', ranges)}
      and t.oid not in (select c.tenant_oid from licence_calendar c where c.month >= ${monthOf(now)}) order by t.oid collate "C"`.execute(
      queries,
    )
    return rows
  })
  for (let at = 0; at < open.length; at += BATCH)
    await database.transaction(scopes, (queries) =>
      recordCalendar(queries, { owners: open.slice(at, at + BATCH), now, secretKey: database.secretKey }),
    )
}

/**
 * Records due calendar events of the given tenants within a transaction, before licences or their use change, so that the events reflect
 * the state until then. Locks these tenants' rows in `licence_calendar`. Returns what is missing now, by tenant.
 */
export async function recordCalendar(
  queries: Queries,
  { owners, now, secretKey }: { owners: readonly LicenceOwner[]; now: Date; secretKey: Buffer },
): Promise<Map<string, Missing>> {
  const recorded = await lockRecorded(queries, owners)
  const until = monthOf(now)
  const open = owners.filter(({ oid }) => (recorded.get(oid)?.month ?? '') < until)
  const missing = new Map([...recorded].map(([oid, one]) => [oid, one.missing]))
  if (open.length === 0) return missing
  const holdings = await holdingsOf(queries, open)
  const months = new Map<string, NewEntry[]>()
  for (const owner of open) {
    const { month, missing: before } = recorded.get(owner.oid) ?? { month: '', missing: {} }
    const turned = calendarEvents(holdings.get(owner.oid) ?? NOTHING, { recorded: month, missing: before, until })
    missing.set(owner.oid, turned.missing)
    for (const event of turned.events) months.set(event.month, [...(months.get(event.month) ?? []), entryOf(owner, event)])
  }
  for (const [month, entries] of [...months].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const action = { id: newOid(), source: 'calendar' as const, at: new Date(`${month}-01T00:00:00.000Z`), principal: CALENDAR }
    await appendEntries(queries, { entries: entries.map((entry) => writtenEntry(entry, action)), action, secretKey })
  }
  await saveRecorded(
    queries,
    open.map(({ oid }) => ({ oid, month: until, missing: missing.get(oid) ?? {} })),
  )
  return missing
}

/** Returns the breaches since the recorded state, and saves the new state. */
export async function newBreaches(
  queries: Queries,
  { owners, recorded, now }: { owners: readonly LicenceOwner[]; recorded: ReadonlyMap<string, Missing>; now: Date },
): Promise<NewEntry[]> {
  const month = monthOf(now)
  const holdings = await holdingsOf(queries, owners)
  const found = owners.map((owner) => {
    const before = recorded.get(owner.oid) ?? {}
    return { owner, before, missing: missingIn(month, holdings.get(owner.oid) ?? NOTHING) }
  })
  const changed = found.filter(({ before, missing }) => !isSameCount(before, missing))
  await saveRecorded(
    queries,
    changed.map(({ owner, missing }) => ({ oid: owner.oid, month, missing })),
  )
  return changed.flatMap(({ owner, before, missing }) =>
    breachesSince(before, missing).map((details) => entryOf(owner, { month, eventType: 'breach', name: details.licenseType, details })),
  )
}

const NOTHING: Holding = { held: [], needed: [] }

const isSameCount = (one: Missing, other: Missing): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([key, count]) => other[key] === count)

function entryOf(owner: LicenceOwner, { eventType, oid, name, details }: CalendarEvent): NewEntry {
  const subject = { oid: oid ?? owner.oid, name: name ?? owner.name }
  return { tenant: owner, theme: THEME, entity: ENTITY, eventType, subject, details }
}

/** Locks and reads the recorded states, in oid order, which prevents deadlocks. */
async function lockRecorded(queries: Queries, owners: readonly LicenceOwner[]): Promise<Map<string, Recorded>> {
  const { rows } = await sql<{
    tenant_oid: string
    month: string
    missing: Missing
  }>`insert into licence_calendar (tenant_oid, tenant_path) select x.oid, x.path from unnest(${owners.map(({ oid }) => oid)}::text[], ${owners.map(({ path }) => path)}::text[]) as x(oid, path)
    order by x.oid collate "C" on conflict (tenant_oid) do update set tenant_path = excluded.tenant_path returning tenant_oid, month, missing`.execute(
    queries,
  )
  return new Map(rows.map(({ tenant_oid: oid, ...recorded }) => [oid, recorded]))
}

async function saveRecorded(queries: Queries, recorded: readonly ({ oid: string } & Recorded)[]): Promise<void> {
  if (recorded.length === 0) return
  await sql`update licence_calendar c set month = x.month, missing = x.missing
    from json_to_recordset(${JSON.stringify(recorded)}::json) as x(oid text, month text, missing jsonb) where c.tenant_oid = x.oid`.execute(
    queries,
  )
}

interface HoldingRow {
  tenant_oid: string
  held: { oid: string; data: Rec; since: string }[] | null
  needed: Holding['needed'] | null
}

/** Loads the licences that each tenant has and uses, in one statement. */
async function holdingsOf(queries: Queries, owners: readonly LicenceOwner[]): Promise<Map<string, Holding>> {
  const among = sql`r.tenant_oid = any(${owners.map(({ oid }) => oid)}::text[])`
  const month = (moment: string) => sql`to_char(${sql.raw(moment)} at time zone 'UTC', 'YYYY-MM')`
  const { rows } = await sql<HoldingRow>`with held as (
      select r.tenant_oid, json_agg(json_build_object('oid', r.oid, 'data', r.data, 'since', ${month('r.created_at')}) order by r.oid) as list
        from entity.license r where ${among} group by 1),
    needed as (select g.tenant_oid, g.type, g.size, ${month('g.since')} as since, count(*)::integer as count from (${neededSql(among)}) g group by 1, 2, 3, 4),
    grouped as (select n.tenant_oid, json_agg(json_build_object('licenseType', n.type, 'licenseSize', n.size, 'since', n.since, 'count', n.count)) as list from needed n group by 1)
    select tenant_oid, h.list as held, g.list as needed from held h full join grouped g using (tenant_oid)`.execute(queries)
  return new Map(rows.map(({ tenant_oid: oid, held, needed }) => [oid, { held: (held ?? []).map(heldOf), needed: needed ?? [] }]))
}

function heldOf({ oid, data, since }: { oid: string; data: Rec; since: string }): Holding['held'][number] {
  const { expirationDate, count } = data
  return { oid, group: groupOf(data), count: Number(count), since, ...(typeof expirationDate === 'string' && { expirationDate }) }
}
