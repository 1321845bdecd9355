import { sql } from 'kysely'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import type { Queries } from '../db/database.ts'
import type { ChainEnd, ChainSealer, Resealed } from './chain.ts'
import type { StoredEntry } from './read-entries.ts'

/** A journal row; `text` is the entry exactly as it was hashed. */
export interface ChainRow {
  tenant_oid: string
  tenant_path: string
  seq: number
  created_at: Date
  action_id: string
  theme: string
  event_type: string
  text: string
  hash: string
  form: number
}

/** The stored head of a chain. */
export type StoredEnd = ChainEnd & { seal: string }

/** Reads the next rows of a tenant's chain. */
export async function chainRows(
  queries: Queries,
  { tenantOid, after, limit }: { tenantOid: string; after: number; limit: number },
): Promise<ChainRow[]> {
  const { rows } =
    await sql<ChainRow>`select tenant_oid, tenant_path, seq, created_at, action_id, theme, event_type, entry::text as text, hash, form
    from journal where tenant_oid = ${tenantOid} and seq > ${after} order by seq limit ${limit}`.execute(queries)
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/** Whether a row is unchanged and follows the link `before`. */
export function isGenuine(row: ChainRow, before: string, sealer: ChainSealer): boolean {
  return sealer.link({ form: row.form, before, tenantPath: row.tenant_path, text: row.text }) === row.hash && agrees(row)
}

/** Whether the query columns match the hashed entry, which they duplicate. */
function agrees({ tenant_oid, seq, created_at, action_id, theme, event_type, text }: ChainRow): boolean {
  const hashed = JSON.parse(text) as StoredEntry
  const columns = [tenant_oid, seq, momentOf(created_at), action_id, theme, event_type]
  return isSame(columns, [hashed.tenant.oid, hashed.seq, hashed.createdAt, hashed.actionId, hashed.theme, hashed.eventType])
}

/** Returns an empty text for values that are no date, e.g. `infinity`, which the service never writes. */
function momentOf(stamp: unknown): string {
  return stamp instanceof Date && !Number.isNaN(stamp.getTime()) ? stamp.toISOString() : ''
}

/** Reads the heads of all chains, or of one; `forUpdate` locks them against writers. */
export async function storedEnds(
  queries: Queries,
  { tenantOid, forUpdate = false }: { tenantOid?: string; forUpdate?: boolean } = {},
): Promise<StoredEnd[]> {
  const { rows } =
    await sql<StoredEnd>`select tenant_oid as "tenantOid", tenant_path as "tenantPath", seq, hash, seal, form from journal_head
    where ${ofTenant('tenant_oid', tenantOid)} order by tenant_oid ${sql.raw(forUpdate ? 'for update' : '')}`.execute(queries)
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
}

/** Progress of the chains that still need resealing. Progress whose seal is invalid counts as none. */
export async function storedProgress(queries: Queries, sealer: ChainSealer, tenantOid?: string): Promise<Map<string, Resealed>> {
  const { rows } = await sql<Resealed & { seal: string }>`select tenant_oid as "tenantOid", seq, before, seal from journal_reseal
    where ${ofTenant('tenant_oid', tenantOid)}`.execute(queries)
  return new Map(
    rows.map(({ seal, tenantOid, seq, before }) => {
      const progress = { tenantOid, seq: Number(seq), before }
      const isOurs = sealer.sealProgress(progress) === seal
      return [tenantOid, isOurs ? progress : { tenantOid, seq: 0, before: '' }]
    }),
  )
}

/** Expected tenant paths of form 1 entries, whose links do not cover them: the tenant's, or the head's if the tenant was deleted. */
export async function tenantPaths(queries: Queries, tenantOid?: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ oid: string; path: string }>`select h.tenant_oid as oid, coalesce(t.path, h.tenant_path) as path
    from journal_head h left join tenant t on t.oid = h.tenant_oid
    where ${ofTenant('h.tenant_oid', tenantOid)}`.execute(queries)
  return new Map(rows.map(({ oid, path }) => [oid, path]))
}

function ofTenant(column: string, tenantOid: string | undefined): ReturnType<typeof sql> {
  return tenantOid === undefined ? sql`true` : sql`${sql.raw(column)} = ${tenantOid}`
}
