import { sql } from 'kysely'
import type { Database, Queries } from '../../db/database.ts'
import { chainSealer, type Anchor, type ArchiveFile, type ChainSealer } from '../chain.ts'
import type { JournalFault } from '../journal-fault.ts'

/** An anchor as it is stored. */
export type StoredAnchor = Anchor & { seal: string }

/** A file of the archive as it is stored. */
export type StoredFile = ArchiveFile & { seal: string }

/** Where the archived parts of chains end, by tenant; of one tenant, or of all. */
export async function storedAnchors(queries: Queries, tenantOid?: string): Promise<Map<string, StoredAnchor>> {
  const { rows } = await sql<Omit<StoredAnchor, 'until'> & { until: Date }>`select tenant_oid as "tenantOid", tenant_path as "tenantPath",
    seq, hash, until, seal from journal_archived where ${tenantOid === undefined ? sql`true` : sql`tenant_oid = ${tenantOid}`}`.execute(
    queries,
  )
  return new Map(rows.map((row) => [row.tenantOid, { ...row, seq: Number(row.seq), until: row.until.toISOString() }]))
}

/** Whether the journal has an entry that is archived. */
export async function hasEntries(queries: Queries, { tenantOid, seq }: Anchor): Promise<boolean> {
  const { rows } = await sql`select from journal where tenant_oid = ${tenantOid} and seq <= ${seq} limit 1`.execute(queries)
  return rows.length > 0
}

/** The files of the archive in their order. */
export async function storedFiles(queries: Queries): Promise<StoredFile[]> {
  const { rows } = await sql<Omit<StoredFile, 'from' | 'to'> & { from: Date | null; to: Date }>`select number, file, digest, entries,
    from_time as "from", to_time as "to", key_id as "keyId", seal from journal_archive order by number`.execute(queries)
  return rows.map(({ from, to, entries, ...row }) => ({
    ...row,
    entries: Number(entries),
    from: from?.toISOString() ?? null,
    to: to.toISOString(),
  }))
}

/** Faults of what is stored about the archive: a seal that is not the key's, a file that is missing between others. */
export function archiveFaults(anchors: Iterable<StoredAnchor>, files: readonly StoredFile[], sealer: ChainSealer): JournalFault[] {
  const isForged = (anchor: StoredAnchor): boolean => sealer.sealAnchor(anchor) !== anchor.seal
  const forged = [...anchors].filter(isForged).map(({ tenantOid, seq }): JournalFault => ({ kind: 'archived', tenantOid, at: String(seq) }))
  const wrong = files.filter((file, index) => file.number !== index + 1 || sealer.sealFile(file) !== file.seal)
  return [...forged, ...wrong.map(({ file }): JournalFault => ({ kind: 'file', tenantOid: '', at: file }))]
}

/** Seals everything about the archive with another key; safe to repeat. Answers what neither key sealed, which stays as it is. */
export async function resealArchive(database: Database, { from, to }: { from: Buffer; to: Buffer }): Promise<JournalFault[]> {
  const [older, newer] = [chainSealer(from), chainSealer(to)]
  return database.asOwner(async (queries) => {
    const [anchors, files] = [[...(await storedAnchors(queries)).values()], await storedFiles(queries)]
    const oldAnchors = anchors.filter((anchor) => older.sealAnchor(anchor) === anchor.seal)
    const oldFiles = files.filter((file) => older.sealFile(file) === file.seal)
    const anchorSeals = oldAnchors.map((anchor) => ({ tenant_oid: anchor.tenantOid, seal: newer.sealAnchor(anchor) }))
    const fileSeals = oldFiles.map((file) => ({ number: file.number, seal: newer.sealFile(file) }))
    await sql`update journal_archived a set seal = x.seal from json_to_recordset(${JSON.stringify(anchorSeals)}::json) as x(tenant_oid text, seal text)
      where a.tenant_oid = x.tenant_oid`.execute(queries)
    await sql`update journal_archive a set seal = x.seal from json_to_recordset(${JSON.stringify(fileSeals)}::json) as x(number integer, seal text)
      where a.number = x.number`.execute(queries)
    return archiveFaults((await storedAnchors(queries)).values(), await storedFiles(queries), newer)
  })
}
