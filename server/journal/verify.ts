import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { chainSealer, CURRENT_FORM, type ChainSealer, type Resealed } from './chain.ts'
import type { JournalFault } from './journal-fault.ts'
import { archivedUntil, countArchived, missingHistories, withHistory } from './histories.ts'
import { archiveFaults, hasEntries, storedAnchors, storedFiles, type StoredAnchor } from './archive/stored-archive.ts'
import { chainRows, isGenuine, storedEnds, storedProgress, tenantPaths, type ChainRow, type StoredEnd } from './stored-chain.ts'

export interface JournalVerdict {
  chains: number
  entries: number
  /** Chains of an earlier form, which the next start of the service reseals. */
  waiting: number
  /** Records whose last change is in the archive, by what they say themselves; only its files can tell. */
  archivedRecords: number
  faults: JournalFault[]
}

const BATCH = 2_000

/** State shared by the verification of all chains. */
interface Verification {
  sealer: ChainSealer
  progress: ReadonlyMap<string, Resealed>
  /** Path by tenant oid, for form 1 entries, whose links do not cover it. */
  paths: ReadonlyMap<string, string>
  anchors: ReadonlyMap<string, StoredAnchor>
  verdict: JournalVerdict
}

/**
 * Verifies every chain from its first entry, or its archived part, to its sealed head, and every record against its history. Reads only.
 * `secretKey`: the key of the chains. @default the database's
 */
export async function verifyJournal(database: Database, secretKey: Buffer = database.secretKey): Promise<JournalVerdict> {
  const sealer = chainSealer(secretKey)
  return database.withScope(EVERYTHING, async (queries) => {
    const verdict: JournalVerdict = { chains: 0, entries: 0, waiting: 0, archivedRecords: 0, faults: [] }
    const ends = new Map((await storedEnds(queries)).map((end) => [end.tenantOid, end]))
    const progress = await storedProgress(queries, sealer)
    const anchors = await storedAnchors(queries)
    const verification = { sealer, progress, paths: await tenantPaths(queries), anchors, verdict }
    verdict.faults.push(...archiveFaults(anchors.values(), await storedFiles(queries), sealer))
    verdict.waiting = progress.size
    const { rows } = await sql<{
      tenant_oid: string
    }>`select distinct tenant_oid from journal union select tenant_oid from journal_head order by 1`.execute(queries)
    for (const { tenant_oid: tenantOid } of rows) {
      const last = await followChain(queries, tenantOid, verification)
      if (!isEnd(ends.get(tenantOid), last, verification)) verdict.faults.push({ kind: 'end', tenantOid, at: String(last.seq) })
      verdict.chains++
    }
    const histories = { models: withHistory(database), until: archivedUntil(anchors.values()) }
    verdict.faults.push(...(await missingHistories(queries, histories)))
    verdict.archivedRecords = await countArchived(queries, histories)
    return verdict
  })
}

/** The last link of a chain. */
interface Last {
  seq: number
  hash: string
}

async function followChain(queries: Queries, tenantOid: string, verification: Verification): Promise<Last> {
  const { sealer, progress, anchors, verdict } = verification
  const resealed = progress.get(tenantOid)
  const anchor = anchors.get(tenantOid)
  const last = { seq: anchor?.seq ?? 0, hash: anchor?.hash ?? '' }
  // What is archived stands nowhere else, or people would read what nothing verifies.
  if (anchor !== undefined && (await hasEntries(queries, anchor)))
    verdict.faults.push({ kind: 'changed', tenantOid, at: String(anchor.seq) })
  for (;;) {
    const rows = await chainRows(queries, { tenantOid, after: last.seq, limit: BATCH })
    for (const row of rows) {
      if (row.seq !== last.seq + 1) verdict.faults.push({ kind: 'gap', tenantOid, at: String(row.seq) })
      if (!isPlaced(row, verification) || !isGenuine(row, lastHash(last, resealed), sealer))
        verdict.faults.push({ kind: 'changed', tenantOid, at: String(row.seq) })
      last.seq = row.seq
      last.hash = row.hash
      verdict.entries++
    }
    if (rows.length < BATCH) return { seq: last.seq, hash: lastHash(last, resealed) }
  }
}

/** Link that the next entry must follow: after the last resealed entry, this is the link that the entry had before resealing. */
function lastHash({ seq, hash }: Last, resealed: Resealed | undefined): string {
  return resealed !== undefined && seq > 0 && resealed.seq === seq ? resealed.before : hash
}

/** Whether the form is valid here: an earlier one only in a chain not resealed that far, and under the tenant's own path. */
function isPlaced({ form, seq, tenant_oid, tenant_path }: ChainRow, { progress, paths }: Verification): boolean {
  if (form === CURRENT_FORM) return true
  const resealed = progress.get(tenant_oid)
  return resealed !== undefined && seq > resealed.seq && tenant_path === paths.get(tenant_oid)
}

function isEnd(end: StoredEnd | undefined, last: Last, { sealer, progress, paths }: Verification): boolean {
  if (end === undefined || end.seq !== last.seq || end.hash !== last.hash || sealer.seal(end) !== end.seal) return false
  return end.form === CURRENT_FORM || (progress.has(end.tenantOid) && end.tenantPath === paths.get(end.tenantOid))
}
