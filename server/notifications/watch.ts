import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/** Entity of subscriptions. */
export const SUBSCRIPTION = 'subscription'

/** What happens to records, as subscriptions call it. */
export type ChangeKind = 'creation' | 'update' | 'deletion'

/** A subscription as the service looks for it. */
export interface Watch {
  oid: string
  tenantOid: string
  tenantPath: string
  ownerOid: string
  name: string
  audience: 'own' | 'tenant'
  entities: string[]
  actions: (ChangeKind | 'match')[]
  filter: string | null
  bell: boolean
  mail: boolean
  webhookUrl: string | null
  /** Whether the webhook has been given up. */
  isStopped: boolean
}

/** Columns of a `Watch`. */
export const WATCH_COLUMNS = `w.oid, w.tenant_oid as "tenantOid", w.tenant_path as "tenantPath", w.owner_oid as "ownerOid", w.name, w.audience, w.entities,
  w.actions, w.filter, w.bell, w.mail, w.webhook_url as "webhookUrl", w.stopped_at is not null as "isStopped"`

/** The active subscriptions to what happens on a tenant: its own, and those of the tenants above. */
export async function watchesOf(queries: Queries, path: string): Promise<Watch[]> {
  const { rows } = await sql<Watch>`select ${sql.raw(WATCH_COLUMNS)} from watch w
    where w.is_active and w.tenant_path = any(${pathsAbove(path)}::text[]) order by w.oid`.execute(queries)
  return rows
}

/** The paths of a tenant and of those above it: `a.3f.` gives `a.` and `a.3f.`. */
export function pathsAbove(path: string): string[] {
  const labels = path.split('.').slice(0, -1)
  return labels.map((_, index) => `${labels.slice(0, index + 1).join('.')}.`)
}

/** What an event of the journal is to a subscription: entities have further events of their own for some updates. */
export function kindOf(eventType: string): ChangeKind {
  return eventType === 'creation' || eventType === 'deletion' ? eventType : 'update'
}
