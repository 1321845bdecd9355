import { sql, type RawBuilder } from 'kysely'
import { subscriptionLimits, type Notification, type NotifiedItem } from '../../schemas/subscriptions.ts'
import type { Queries } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import type { Watch } from './watch.ts'

/** What one subscription tells one person of one action. */
export interface Message {
  watch: Pick<Watch, 'oid' | 'tenantOid' | 'name'>
  personOid: string
  kind: Notification['kind']
  actionId: string
  /** Whoever acted; null: nobody did. */
  byName: string | null
  at: Date
  total: number
  items: readonly NotifiedItem[]
}

/** How long messages wait for more of the same action, and mails for more of the same person. */
export const WAITS_MS = { webhook: 1_000, mail: 60_000 } as const

/** Adds messages to what the bell shows; those of the same action become one. */
export async function keepNotifications(queries: Queries, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  await sql`insert into notification as k (tenant_oid, oid, person_oid, watch_oid, kind, title, action_id, by_name, at, total, items)
    select ${columns} from json_to_recordset(${rowsOf(messages, subscriptionLimits.itemsShown)}::json) as ${shape}
    on conflict (tenant_oid, person_oid, watch_oid, action_id) do update set total = k.total + excluded.total, read_at = null,
      items = ${together(subscriptionLimits.itemsShown)}`.execute(queries)
}

/** Adds messages to what mails or webhooks carry; those of the same action become one, unless it has been sent already. */
export async function keepDeliveries(queries: Queries, channel: 'mail' | 'webhook', messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  await sql`insert into delivery as k (tenant_oid, oid, person_oid, watch_oid, kind, title, action_id, by_name, at, total, items, channel, due_at)
    select ${columns}, ${channel}, now() + make_interval(secs => ${WAITS_MS[channel] / 1000})
    from json_to_recordset(${rowsOf(messages, subscriptionLimits.itemsSent)}::json) as ${shape}
    on conflict (tenant_oid, watch_oid, person_oid, channel, action_id) where state = 'waiting' and tries = 0
      do update set total = k.total + excluded.total, due_at = excluded.due_at, items = ${together(subscriptionLimits.itemsSent)}`.execute(
    queries,
  )
}

const columns = sql.raw('x.tenant_oid, x.oid, x.person_oid, x.watch_oid, x.kind, x.title, x.action_id, x.by_name, x.at, x.total, x.items')
const shape = sql.raw(
  'x(tenant_oid text, oid text, person_oid text, watch_oid text, kind text, title text, action_id text, by_name text, at timestamptz, total integer, items jsonb)',
)

function rowsOf(messages: readonly Message[], most: number): string {
  return JSON.stringify(
    messages.map(({ watch, personOid, kind, actionId, byName, at, total, items }) => ({
      tenant_oid: watch.tenantOid,
      oid: newOid(),
      person_oid: personOid,
      watch_oid: watch.oid,
      kind,
      title: watch.name,
      action_id: actionId,
      by_name: byName,
      at: at.toISOString(),
      total,
      items: items.slice(0, most),
    })),
  )
}

/** The first items of the stored message and the new one. */
function together(most: number): RawBuilder<unknown> {
  return sql`(select jsonb_agg(i.item order by i.place) from (select e.item, e.place
    from jsonb_array_elements(k.items || excluded.items) with ordinality e(item, place) order by e.place limit ${most}) i)`
}
