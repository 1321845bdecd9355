import { sql } from 'kysely'
import type { Notification, NotifiedItem } from '../../schemas/subscriptions.ts'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { loadTenants } from '../entities/records/tenant-context.ts'
import type { Caller } from '../policies/caller.ts'

interface StoredNotification extends Omit<Notification, 'by'> {
  by: string | null
}

interface Page {
  size: number
  /** Messages after this one. */
  after: string | undefined
}

/** A person's messages, newest first, and how many they have not read. What they may not read any more is left out. */
export async function notificationsOf(
  database: Database,
  caller: Caller,
  { size, after }: Page,
): Promise<{ data: Notification[]; unread: number; next?: string }> {
  const { rows, unread } = await database.withScope(EVERYTHING, async (queries) => {
    const { rows } = await sql<StoredNotification>`select oid, watch_oid as "subscriptionOid", kind, title, by_name as by, total, items,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, read_at is not null as "isRead"
      from notification where person_oid = ${caller.oid} and oid < ${after ?? '~'} order by oid desc limit ${size}`.execute(queries)
    const { rows: counts } = await sql<{ count: number }>`select count(*)::integer as count
      from notification where person_oid = ${caller.oid} and read_at is null`.execute(queries)
    return { rows, unread: counts[0]?.count ?? 0 }
  })
  const data: Notification[] = []
  for (const { by, ...one } of rows) {
    const items = await stillReadable(database, caller, one.items)
    if (items.length > 0 || one.items.length === 0)
      data.push({ ...one, items, total: one.total - one.items.length + items.length, ...(by !== null && { by }) })
  }
  const last = rows.length === size ? rows.at(-1)?.oid : undefined
  return { data, unread, ...(last !== undefined && { next: last }) }
}

/** Notes that a person has read some messages, or all. */
export async function markRead(database: Database, caller: Caller, oids: readonly string[] | 'all'): Promise<void> {
  const which = oids === 'all' ? sql`true` : sql`oid = any(${[...oids]}::text[])`
  await database.transaction(EVERYTHING, (queries) =>
    sql`update notification set read_at = now() where person_oid = ${caller.oid} and read_at is null and ${which}`.execute(queries),
  )
}

/** Those of some items whose records the person may read as of now: whoever has lost a role is told nothing more. */
export async function stillReadable(database: Database, caller: Caller, items: readonly NotifiedItem[]): Promise<NotifiedItem[]> {
  if (items.length === 0) return []
  const catalogue = catalogueOf(database)
  const nodes = await database.withScope(caller.scopes(), (queries) =>
    loadTenants(queries, new Set(items.map(({ tenantOid }) => tenantOid))),
  )
  return items.filter(({ entity, tenantOid }) => {
    const [node, model] = [nodes.get(tenantOid), catalogue.models.get(entity)]
    return node !== undefined && model !== undefined && caller.rightsOn(node).has(model.meta.resource, 'read')
  })
}
