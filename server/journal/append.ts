import { sql } from 'kysely'
import type { JournalEntry } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { inBatches } from '../db/batches.ts'
import type { Queries } from '../db/database.ts'
import { textColumns } from '../db/text-columns.ts'
import { headSeal, journalKey, linkHash } from './chain.ts'

/** An entry before it has its place in a tenant's chain. */
export interface NewEntry {
  tenant: { oid: string; name: string; path: string }
  theme: string
  entity: string
  eventType: string
  subject: { oid: string; name: string }
  /** Of the record after the event; absent for events without one. */
  revision?: number
  details: Rec
}

/** What all entries of one action share. */
export interface Action {
  id: string
  source: JournalEntry['source']
  at: Date
  principal: { oid: string; name: string }
}

/** An entry with all of its text but the place in the chain: made ahead, while the database is at other work. */
export interface WrittenEntry {
  entry: NewEntry
  /** The end of the JSON text, from behind the `seq` on. */
  text: string
}

/** Writes an entry out as it will be stored and hashed; verifying reads exactly this back. */
export function writtenEntry(entry: NewEntry, action: Action): WrittenEntry {
  const { tenant, theme, entity, eventType, subject, revision, details } = entry
  const stored = {
    tenant: { oid: tenant.oid, name: tenant.name },
    createdAt: action.at.toISOString(),
    actionId: action.id,
    source: action.source,
    principal: action.principal,
    theme,
    entity,
    eventType,
    subject,
    ...(revision !== undefined && { revision }),
    details,
  }
  return { entry, text: JSON.stringify(stored).slice(1) }
}

/** Appends entries, each to its tenant's chain, in the order given. Locks the chains, in the order of their tenants. */
export async function appendEntries(
  queries: Queries,
  { entries, action, secretKey }: { entries: readonly WrittenEntry[]; action: Action; secretKey: Buffer },
): Promise<void> {
  if (entries.length === 0) return
  const key = journalKey(secretKey)
  const heads = await lockHeads(queries, entries)
  const link = ({ entry, text: rest }: WrittenEntry): JournalRow => {
    const head = heads.get(entry.tenant.oid)
    if (head === undefined) throw new Error(`the journal of tenant ${entry.tenant.oid} cannot be written in this scope`)
    head.seq++
    const text = `{"seq":${head.seq},${rest}`
    head.hash = linkHash(key, head.hash, text)
    return { entry, seq: head.seq, text, hash: head.hash }
  }
  await inBatches(entries, { make: (batch) => batch.map(link), run: (rows) => insertRows(queries, rows, action) })
  const ends = [...heads].map(([tenantOid, { seq, hash }]) => ({
    tenant_oid: tenantOid,
    seq,
    hash,
    seal: headSeal(key, { tenantOid, seq, hash }),
  }))
  await sql`update journal_head h set seq = x.seq, hash = x.hash, seal = x.seal
    from json_to_recordset(${JSON.stringify(ends)}::json) as x(tenant_oid text, seq bigint, hash text, seal text) where h.tenant_oid = x.tenant_oid`.execute(
    queries,
  )
}

interface Head {
  seq: number
  hash: string
}

async function lockHeads(queries: Queries, entries: readonly WrittenEntry[]): Promise<Map<string, Head>> {
  return lockChains(
    queries,
    entries.map(({ entry }) => entry.tenant),
  )
}

/** Locks the chains of tenants until the transaction ends: whoever writes in one of them waits. The transaction has to append to each. */
export async function lockChains(queries: Queries, chains: readonly { oid: string; path: string }[]): Promise<Map<string, Head>> {
  const tenants = new Map(chains.map(({ oid, path }) => [oid, { tenant_oid: oid, tenant_path: path }]))
  const sorted = [...tenants.values()].toSorted((a, b) => (a.tenant_oid < b.tenant_oid ? -1 : 1))
  const { rows } = await sql<{
    tenant_oid: string
    seq: string
    hash: string
  }>`insert into journal_head (tenant_oid, tenant_path, seq, hash, seal)
    select x.tenant_oid, x.tenant_path, 0, '', '' from json_to_recordset(${JSON.stringify(sorted)}::json) as x(tenant_oid text, tenant_path text) order by x.tenant_oid collate "C"
    on conflict (tenant_oid) do update set tenant_path = excluded.tenant_path returning tenant_oid, seq, hash`.execute(queries)
  return new Map(rows.map(({ tenant_oid, seq, hash }) => [tenant_oid, { seq: Number(seq), hash }]))
}

interface JournalRow {
  entry: NewEntry
  seq: number
  text: string
  hash: string
}

async function insertRows(queries: Queries, rows: readonly JournalRow[], action: Action): Promise<void> {
  const columns = textColumns([
    rows.map(({ entry }) => entry.tenant.oid),
    rows.map(({ entry }) => entry.tenant.path),
    rows.map(({ seq }) => String(seq)),
    rows.map(({ entry }) => entry.theme),
    rows.map(({ entry }) => entry.eventType),
    rows.map(({ text }) => text),
    rows.map(({ hash }) => hash),
  ])
  await sql`insert into journal (tenant_oid, tenant_path, seq, created_at, action_id, theme, event_type, entry, hash)
    select x.tenant_oid, x.tenant_path, x.seq::bigint, ${action.at.toISOString()}::timestamptz, ${action.id}, x.theme, x.event_type, x.entry::json, x.hash
    from ${columns} as x(tenant_oid, tenant_path, seq, theme, event_type, entry, hash)`.execute(queries)
}
