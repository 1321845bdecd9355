import { createHmac } from 'node:crypto'
import type { NotifiedItem } from '../../schemas/subscriptions.ts'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { Database } from '../db/database.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { loadTenants } from '../entities/records/tenant-context.ts'
import type { Caller } from '../policies/caller.ts'
import { stillReadable } from './bell.ts'
import type { StoredDelivery } from './deliveries.ts'
import { seenRecords } from './seen-records.ts'

/** An item as receivers get it. */
interface SentItem extends NotifiedItem {
  /** The record as it is when the message is sent, as the owner of the subscription may read it; absent: it is gone. */
  record?: ServedRecord
}

/** The body of a message, with what its receiver's owner may read as of now; undefined where that is nothing any more. */
export async function webhookBody(database: Database, caller: Caller, delivery: StoredDelivery): Promise<string | undefined> {
  const readable = await stillReadable(database, caller, delivery.items)
  if (readable.length === 0 && delivery.items.length > 0) return undefined
  const items = await withRecords(database, caller, readable)
  const { kind, at, title, actionId, byName, watchOid, tenantOid, total } = delivery
  return JSON.stringify({
    type: `records.${kind}`,
    timestamp: at,
    data: {
      subscription: { oid: watchOid, name: title, tenantOid },
      ...(kind === 'changes' && { actionId, by: byName }),
      total: total - delivery.items.length + items.length,
      items,
    },
  })
}

async function withRecords(database: Database, caller: Caller, items: readonly NotifiedItem[]): Promise<SentItem[]> {
  const catalogue = catalogueOf(database)
  const nodes = await database.withScope(caller.scopes(), (queries) =>
    loadTenants(queries, new Set(items.map(({ tenantOid }) => tenantOid))),
  )
  const records = new Map<string, ServedRecord>()
  const keyOf = ({ entity, tenantOid, oid }: NotifiedItem): string => `${entity} ${tenantOid} ${oid}`
  const groups = new Map(items.map((item) => [`${item.entity} ${item.tenantOid}`, item]))
  for (const { entity, tenantOid } of groups.values()) {
    const [model, node] = [catalogue.models.get(entity), nodes.get(tenantOid)]
    if (model === undefined || node === undefined) continue
    const oids = items
      .filter((item) => item.entity === entity && item.tenantOid === tenantOid && item.action !== 'deletion')
      .map(({ oid }) => oid)
    const seen = await seenRecords(database, { caller, node, model, filter: null }, [...new Set(oids)])
    for (const [oid, record] of seen) records.set(`${entity} ${tenantOid} ${oid}`, record)
  }
  return items.map((item) => {
    const record = item.action === 'deletion' ? undefined : records.get(keyOf(item))
    return record === undefined ? item : { ...item, record }
  })
}

/** Headers of Standard Webhooks: identifier, time, and an HMAC-SHA256 of both and the body by each secret that holds. */
export function signedHeaders(
  body: string,
  { oid, at, secrets }: { oid: string; at: Date; secrets: readonly string[] },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${oid}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'sdwan-console-webhooks/1',
    'webhook-id': oid,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
