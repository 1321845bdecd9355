import { sql } from 'kysely'
import type { JournalEntry } from '../../schemas/plan.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import { requestWork } from '../db/activity/request-work.ts'
import { inBatches } from '../db/batches.ts'
import type { Queries } from '../db/database.ts'
import { inserted, textColumns } from '../db/sql-parts.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller } from '../policies/caller.ts'
import { isKeyOfDatabase } from '../secret-key/key-id.ts'
import { noteChanges } from '../notifications/note-changes.ts'
import { chainSealer, CURRENT_FORM as form, type ChainEnd, type ChainSealer } from './chain.ts'

/** An entry that has no `seq` in its tenant's hash chain yet. */
export interface NewEntry {
  tenant: { oid: string; name: string; path: string }
  theme: string
  entity: string
  eventType: string
  subject: { oid: string; name: string }
  /** Revision of the record after the event; absent for events that change no record. */
  revision?: number
  details: Rec
}

/** The fields that all entries of one action share. */
export interface Action {
  id: string
  source: JournalEntry['source']
  at: Date
  principal: Principal
}

/** Who caused an action. */
export interface Principal {
  oid: string
  name: string
  /** The API token by which a script acted on their behalf. */
  token?: { oid: string; name: string }
}

/** The caller of a request, for the journal. */
export function principalOf({ oid, name, token }: Pick<Caller, 'oid' | 'name' | 'token'>): Principal {
  return { oid, name, ...(token && { token }) }
}

/** An entry serialized up to its `seq`, so that most of the work happens before the chain is locked. */
export interface WrittenEntry {
  entry: NewEntry
  /** The JSON text after `{"seq":N,`. */
  text: string
}

/** Serializes an entry as it will be stored and hashed; verification hashes exactly this text. */
export function writtenEntry(entry: NewEntry, action: Action): WrittenEntry {
  const { tenant, theme, entity, eventType, subject, revision, details } = entry
  // What is due by date is nobody's call.
  const requestId = action.source === 'calendar' ? undefined : requestWork()?.requestId
  const stored = {
    tenant: { oid: tenant.oid, name: tenant.name },
    createdAt: action.at.toISOString(),
    actionId: action.id,
    source: action.source,
    ...(requestId !== undefined && { requestId }),
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

/** Appends each entry to its tenant's hash chain, in the given order. Locks the chains in oid order, which prevents deadlocks. */
export async function appendEntries(
  queries: Queries,
  { entries, action, secretKey }: { entries: readonly WrittenEntry[]; action: Action; secretKey: Buffer },
): Promise<void> {
  if (entries.length === 0) return
  const sealer = chainSealer(secretKey)
  const heads = await lockHeads(queries, { entries, sealer })
  const before = new Map([...heads].map(([oid, { seq }]) => [oid, seq]))
  const link = ({ entry, text: rest }: WrittenEntry): JournalRow => {
    const head = heads.get(entry.tenant.oid)
    if (head === undefined) throw new Error(`the journal of tenant ${entry.tenant.oid} cannot be written in this scope`)
    head.seq++
    const text = `{"seq":${head.seq},${rest}`
    head.hash = sealer.link({ form, before: head.hash, tenantPath: entry.tenant.path, text }) ?? ''
    return { entry, seq: head.seq, text, hash: head.hash }
  }
  const length = ({ text }: JournalRow): number => text.length
  await inBatches(entries, { row: link, length, run: (rows) => insertRows(queries, rows, { action, secretKey }) })
  const ends = [...heads].map(([tenantOid, { tenantPath, seq, hash, brokenSeal }]) => ({
    tenant_oid: tenantOid,
    tenant_path: tenantPath,
    seq,
    hash,
    seal: brokenSeal ?? sealer.seal({ form, tenantOid, tenantPath, seq, hash }),
  }))
  const update = sql`update journal_head h set tenant_path = x.tenant_path, seq = x.seq, hash = x.hash, seal = x.seal, form = ${form}
    from json_to_recordset(${JSON.stringify(ends)}::json) as x(tenant_oid text, tenant_path text, seq bigint, hash text, seal text) where h.tenant_oid = x.tenant_oid`.execute(
    queries,
  )
  await Promise.all([update, noteChanges(queries, { entries, action, before })])
}

/** The head of a chain while entries are appended to it. */
interface Head {
  tenantPath: string
  seq: number
  hash: string
  /** The stored seal if it does not match the head. It is kept, because a new seal would hide the tampering. */
  brokenSeal: string | undefined
}

async function lockHeads(
  queries: Queries,
  { entries, sealer }: { entries: readonly WrittenEntry[]; sealer: ChainSealer },
): Promise<Map<string, Head>> {
  const paths = new Map(entries.map(({ entry: { tenant } }) => [tenant.oid, tenant.path]))
  const stored = await lockChains(
    queries,
    [...paths].map(([oid, path]) => ({ oid, path })),
  )
  return new Map(
    stored.map(({ seal, ...end }) => {
      const isWhole = end.seq === 0 || sealer.seal(end) === seal
      const tenantPath = paths.get(end.tenantOid) ?? end.tenantPath
      return [end.tenantOid, { tenantPath, seq: end.seq, hash: end.hash, brokenSeal: isWhole ? undefined : seal }]
    }),
  )
}

/** Locks the heads of chains until the transaction ends, creating missing ones. The transaction must then append to each chain. */
export async function lockChains(
  queries: Queries,
  chains: readonly { oid: string; path: string }[],
): Promise<(ChainEnd & { seal: string })[]> {
  const tenants = new Map(chains.map(({ oid, path }) => [oid, { tenant_oid: oid, tenant_path: path }]))
  const sorted = [...tenants.values()].toSorted((a, b) => (a.tenant_oid < b.tenant_oid ? -1 : 1))
  const { rows } = await sql<ChainEnd & { seal: string }>`insert into journal_head as h (tenant_oid, tenant_path, seq, hash, seal, form)
    select x.tenant_oid, x.tenant_path, 0, '', '', ${form} from json_to_recordset(${JSON.stringify(sorted)}::json) as x(tenant_oid text, tenant_path text) order by x.tenant_oid collate "C"
    on conflict (tenant_oid) do update set tenant_path = h.tenant_path
    returning h.tenant_oid as "tenantOid", h.tenant_path as "tenantPath", h.seq, h.hash, h.seal, h.form`.execute(queries)
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

interface JournalRow {
  entry: NewEntry
  seq: number
  text: string
  hash: string
}

/** Inserts the rows, or throws a 503 if the secret key was rotated while this instance ran: no entry may be linked with the old key. */
async function insertRows(
  queries: Queries,
  rows: readonly JournalRow[],
  { action, secretKey }: { action: Action; secretKey: Buffer },
): Promise<void> {
  const columns = textColumns([
    rows.map(({ entry }) => entry.tenant.oid),
    rows.map(({ entry }) => entry.tenant.path),
    rows.map(({ seq }) => String(seq)),
    rows.map(({ entry }) => entry.theme),
    rows.map(({ entry }) => entry.eventType),
    rows.map(({ text }) => text),
    rows.map(({ hash }) => hash),
  ])
  const { numAffectedRows } =
    await sql`insert into journal (tenant_oid, tenant_path, seq, created_at, action_id, theme, event_type, entry, hash, form)
    select x.tenant_oid, x.tenant_path, x.seq::bigint, ${action.at.toISOString()}::timestamptz, ${action.id}, x.theme, x.event_type, x.entry::json, x.hash, ${form}
    from ${columns} as x(tenant_oid, tenant_path, seq, theme, event_type, entry, hash) where ${isKeyOfDatabase(secretKey)} ${inserted}`.execute(
      queries,
    )
  if (Number(numAffectedRows) < rows.length)
    throw new HttpProblem(503, 'The secret key was replaced while this copy of the service ran; start it again with the new one.')
}
