import { sql } from 'kysely'
import type { Delivery, DeliveryAttempt, NotifiedItem } from '../../schemas/subscriptions.ts'
import type { Database, Queries } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { readInOrder } from '../db/sql-parts.ts'

/** A message on its way. */
export interface StoredDelivery {
  tenantOid: string
  oid: string
  watchOid: string
  personOid: string
  channel: Delivery['channel']
  kind: Delivery['kind']
  title: string
  actionId: string
  byName: string | null
  /** ISO 8601. */
  at: string
  total: number
  items: NotifiedItem[]
  /** This attempt included. */
  tries: number
  /** When it was made, in ms of the epoch. */
  madeAtMs: number
}

/** Seconds until the next attempt after each failed one; after the last, a day later, the message is given up. */
const PAUSES = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400, 14_400, 14_400, 14_400]
const DAY_MS = 24 * 60 * 60 * 1000
/** A copy that ends midway leaves its messages to others after this time. */
const LEASE_SECONDS = 120

/** When a message is tried again after its attempts so far; undefined: it is given up. */
export function pauseAfter(tries: number, ageMs: number): number | undefined {
  const pause = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 5
  return ageMs + pause * 1000 > DAY_MS ? undefined : pause
}

const COLUMNS =
  sql.raw(`d.tenant_oid as "tenantOid", d.oid, d.watch_oid as "watchOid", d.person_oid as "personOid", d.channel, d.kind, d.title,
  d.action_id as "actionId", d.by_name as "byName", to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, d.total, d.items, d.tries,
  (extract(epoch from d.at) * 1000)::float8 as "madeAtMs"`)

/** Takes messages that are due, so that no other copy sends them meanwhile; none of the subscriptions that are `busy`. */
export async function takeDeliveries(
  database: Database,
  { channel, limit, busy = [] }: { channel: Delivery['channel']; limit: number; busy?: readonly string[] },
): Promise<StoredDelivery[]> {
  const due = sql`n.state = 'waiting' and n.due_at <= now() and n.channel = ${channel} and n.watch_oid <> all(${[...busy]}::text[])`
  // Most of the time there is nothing, which is found without a write.
  const { rows: waiting } = await database.withScope(EVERYTHING, (queries) =>
    sql<{ is: boolean }>`select exists (select from delivery n where ${due}) as "is"`.execute(queries),
  )
  if (waiting[0]?.is !== true) return []
  return database.transaction(EVERYTHING, async (queries) => {
    await readInOrder(queries)
    const { rows } =
      await sql<StoredDelivery>`update delivery d set tries = d.tries + 1, due_at = now() + make_interval(secs => ${LEASE_SECONDS})
      where (d.tenant_oid, d.oid) in (select n.tenant_oid, n.oid from delivery n where ${due} order by n.due_at limit ${limit} for update skip locked)
      returning ${COLUMNS}`.execute(queries)
    return rows.toSorted((a, b) => (a.oid < b.oid ? -1 : 1))
  })
}

/** Notes an attempt, and what becomes of the message; nothing where another copy has taken it over. */
export async function noteAttempt(
  queries: Queries,
  { tenantOid, oid, tries, madeAtMs }: StoredDelivery,
  { attempt, state }: { attempt?: DeliveryAttempt; state: 'delivered' | 'withdrawn' | 'failing' },
): Promise<void> {
  const pause = state === 'failing' ? pauseAfter(tries, Date.now() - madeAtMs) : undefined
  const failed = pause === undefined ? 'failed' : 'waiting'
  const now = state === 'failing' ? failed : state
  await sql`update delivery set state = ${now}, attempts = attempts || ${JSON.stringify(attempt === undefined ? [] : [attempt])}::jsonb,
    due_at = now() + make_interval(secs => ${pause ?? 0}), ended_at = case when ${now !== 'waiting'} then now() end
    where tenant_oid = ${tenantOid} and oid = ${oid} and tries = ${tries} and state = 'waiting'`.execute(queries)
}

/** Deliveries of a subscription, newest first. Bodies are not shown: they hold what the owner may read. */
export async function deliveriesOf(database: Database, watchOid: string, { size }: { size: number }): Promise<Delivery[]> {
  const { rows } = await database.withScope(EVERYTHING, (queries) =>
    sql<Delivery & { dueAt: string | null }>`select d.oid, d.channel, d.kind, d.state, d.total, d.attempts,
      to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      case when d.state = 'waiting' then to_char(d.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as "dueAt"
      from delivery d where d.watch_oid = ${watchOid} order by d.oid desc limit ${size}`.execute(queries),
  )
  return rows.map(({ dueAt, ...one }) => ({ ...one, ...(dueAt !== null && { dueAt }) }))
}

/** Sends a message that has ended once more, with the same identifier; false where there is none. */
export async function redeliver(database: Database, watchOid: string, oid: string): Promise<boolean> {
  const { numAffectedRows } = await database.transaction(EVERYTHING, (queries) =>
    sql`update delivery set state = 'waiting', due_at = now(), ended_at = null, tries = greatest(tries, 1), at = now()
      where watch_oid = ${watchOid} and oid = ${oid} and state <> 'waiting'`.execute(queries),
  )
  return Number(numAffectedRows) > 0
}
