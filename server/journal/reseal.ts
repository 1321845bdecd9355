import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { storedAnchors } from './archive/stored-archive.ts'
import { chainSealer, CURRENT_FORM as form, type ChainSealer } from './chain.ts'
import { chainRows, isGenuine, storedEnds, storedProgress, tenantPaths, type ChainRow } from './stored-chain.ts'
import type { JournalFault } from './journal-fault.ts'

/** Parameters of resealing: with the same key in another form, or with another key. */
export interface Resealing {
  from: Buffer
  to: Buffer
  /** Entries per transaction. @default 1,000 */
  batchSize?: number
  /** Called after every transaction. */
  committed?: () => void
}

const BATCH = 1_000

/** Whether any chain still needs resealing. */
export async function isResealingDue(database: Database): Promise<boolean> {
  const { rows } = await database.asOwner((queries) => sql`select from journal_reseal limit 1`.execute(queries))
  return rows.length > 0
}

/**
 * Reseals all pending chains in small transactions, so that writers wait for one batch only and an interrupted run resumes where it
 * stopped. Each link is verified before it is replaced; a tampered chain stays unchanged from the fault on. Returns these faults.
 */
export async function resealChains(database: Database, resealing: Resealing): Promise<JournalFault[]> {
  const waiting = await database.asOwner((queries) => sql<{ oid: string }>`select tenant_oid as oid from journal_reseal`.execute(queries))
  const faults: JournalFault[] = []
  for (const { oid } of waiting.rows) {
    const fault = await resealChain(database, oid, resealing)
    if (fault !== undefined) faults.push(fault)
  }
  return faults
}

async function resealChain(database: Database, tenantOid: string, resealing: Resealing): Promise<JournalFault | undefined> {
  for (;;) {
    const step = await database.asOwner((queries) => resealBatch(queries, tenantOid, resealing))
    resealing.committed?.()
    if (step !== 'more') return step === 'done' ? undefined : step
  }
}

async function resealBatch(
  queries: Queries,
  tenantOid: string,
  { from, to, batchSize = BATCH }: Resealing,
): Promise<'more' | 'done' | JournalFault> {
  const [older, newer] = [chainSealer(from), chainSealer(to)]
  const [end] = await storedEnds(queries, { tenantOid, forUpdate: true })
  const begun = (await storedProgress(queries, newer, tenantOid)).get(tenantOid)
  // Another instance finished this chain.
  if (begun === undefined) return 'done'
  const anchor = (await storedAnchors(queries, tenantOid)).get(tenantOid)
  // The archived part keeps its links: what follows is linked to its last one whatever the key.
  const isAtAnchor = anchor !== undefined && begun.seq <= anchor.seq
  const progress = isAtAnchor ? { seq: anchor.seq, before: anchor.hash } : begun
  if (end === undefined) return { kind: 'end', tenantOid, at: '0' }
  const rows = await chainRows(queries, { tenantOid, after: progress.seq, limit: batchSize })
  const path = (await tenantPaths(queries, tenantOid)).get(tenantOid)
  const links = { older, newer, before: progress.before, after: isAtAnchor ? anchor.hash : await hashAt(queries, tenantOid, progress.seq) }
  const hashes: { seq: number; hash: string }[] = []
  let seq = progress.seq
  for (const row of rows) {
    if (row.seq !== seq + 1) return { kind: 'gap', tenantOid, at: String(row.seq) }
    if ((row.form === 1 && row.tenant_path !== path) || !relink(row, links)) return { kind: 'changed', tenantOid, at: String(row.seq) }
    hashes.push({ seq: row.seq, hash: links.after })
    seq = row.seq
  }
  const isLast = rows.length < batchSize
  const isWhole = end.seq === seq && end.hash === links.before && older.seal(end) === end.seal && (end.form > 1 || end.tenantPath === path)
  if (isLast && !isWhole) return { kind: 'end', tenantOid, at: String(seq) }
  await storeHashes(queries, tenantOid, hashes)
  if (!isLast) {
    const done = { tenantOid, seq, before: links.before }
    await sql`update journal_reseal set seq = ${seq}, before = ${done.before}, seal = ${newer.sealProgress(done)} where tenant_oid = ${tenantOid}`.execute(
      queries,
    )
    return 'more'
  }
  const sealed = { form, tenantOid, tenantPath: end.tenantPath, seq, hash: links.after }
  await sql`update journal_head set hash = ${sealed.hash}, seal = ${newer.seal(sealed) ?? ''}, form = ${form} where tenant_oid = ${tenantOid}`.execute(
    queries,
  )
  await sql`delete from journal_reseal where tenant_oid = ${tenantOid}`.execute(queries)
  return 'done'
}

/** Advances the old and the new chain by one link; returns false if the row was tampered with. */
function relink(row: ChainRow, links: { older: ChainSealer; newer: ChainSealer; before: string; after: string }): boolean {
  if (!isGenuine(row, links.before, links.older)) return false
  links.before = row.hash
  links.after = links.newer.link({ form, before: links.after, tenantPath: row.tenant_path, text: row.text }) ?? ''
  return true
}

async function hashAt(queries: Queries, tenantOid: string, seq: number): Promise<string> {
  const { rows } = await sql<{ hash: string }>`select hash from journal where tenant_oid = ${tenantOid} and seq = ${seq}`.execute(queries)
  return rows[0]?.hash ?? ''
}

async function storeHashes(queries: Queries, tenantOid: string, hashes: readonly { seq: number; hash: string }[]): Promise<void> {
  await sql`update journal j set hash = x.hash, form = ${form} from json_to_recordset(${JSON.stringify(hashes)}::json) as x(seq bigint, hash text)
    where j.tenant_oid = ${tenantOid} and j.seq = x.seq`.execute(queries)
}
