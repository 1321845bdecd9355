import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { isImplicit } from '../../schemas/rights/record-rights.ts'
import { chainSealer, CURRENT_FORM, type ChainSealer, type Resealed } from './chain.ts'
import { chainRows, isGenuine, storedEnds, storedProgress, tenantPaths, type ChainRow, type StoredEnd } from './stored-chain.ts'

/**
 * A fault of a chain: an entry was altered (`changed`) or removed (`gap`), the head does not match its seal (`end`), or a record has
 * no history (`missing`).
 */
export interface JournalFault {
  kind: 'changed' | 'gap' | 'end' | 'missing'
  tenantOid: string
  /** The entry's `seq`; for `missing`, the record's oid. */
  at: string
}

export interface JournalVerdict {
  chains: number
  entries: number
  /** Chains of an earlier form, which the next start of the service reseals. */
  waiting: number
  faults: JournalFault[]
}

const BATCH = 2_000

/** State shared by the verification of all chains. */
interface Verification {
  sealer: ChainSealer
  progress: ReadonlyMap<string, Resealed>
  /** Path by tenant oid, for form 1 entries, whose links do not cover it. */
  paths: ReadonlyMap<string, string>
  verdict: JournalVerdict
}

/**
 * Verifies every chain from its first entry to its sealed head, and every record against its history. Reads only.
 * `secretKey`: the key of the chains. @default the database's
 */
export async function verifyJournal(database: Database, secretKey: Buffer = database.secretKey): Promise<JournalVerdict> {
  const sealer = chainSealer(secretKey)
  return database.withScope(EVERYTHING, async (queries) => {
    const verdict: JournalVerdict = { chains: 0, entries: 0, waiting: 0, faults: [] }
    const ends = new Map((await storedEnds(queries)).map((end) => [end.tenantOid, end]))
    const progress = await storedProgress(queries, sealer)
    const verification = { sealer, progress, paths: await tenantPaths(queries), verdict }
    verdict.waiting = progress.size
    const { rows } = await sql<{
      tenant_oid: string
    }>`select distinct tenant_oid from journal union select tenant_oid from journal_head order by 1`.execute(queries)
    for (const { tenant_oid: tenantOid } of rows) {
      const last = await followChain(queries, tenantOid, verification)
      if (!isEnd(ends.get(tenantOid), last, verification)) verdict.faults.push({ kind: 'end', tenantOid, at: String(last.seq) })
      verdict.chains++
    }
    verdict.faults.push(...(await missingHistories(database, queries)))
    return verdict
  })
}

/** The last link of a chain. */
interface Last {
  seq: number
  hash: string
}

async function followChain(queries: Queries, tenantOid: string, verification: Verification): Promise<Last> {
  const { sealer, progress, verdict } = verification
  const resealed = progress.get(tenantOid)
  const last = { seq: 0, hash: '' }
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

/**
 * Finds records whose current revision is not the last one in the journal. "Last" is by `seq`, not by time (clocks of instances differ)
 * nor by highest revision (an earlier record may have had the same oid, e.g. a person detached and attached again). For a record that
 * moved between tenants, the chain with the highest last revision counts. Implicit records have no entry until their first change.
 */
async function missingHistories(database: Database, queries: Queries): Promise<JournalFault[]> {
  const faults: JournalFault[] = []
  for (const model of catalogueOf(database).models.values()) {
    if (model.meta.readOnly === true && model.meta.writtenByCommands !== true) continue
    const { rows } = await sql<{ oid: string; tenant_oid: string }>`select r.oid, r.tenant_oid from ${sql.raw(model.table)} r
      left join (select l.oid, max(l.revision) as revision from (
          select distinct on (j.tenant_oid, j.entry#>>'{subject,oid}') j.entry#>>'{subject,oid}' as oid, (j.entry->>'revision')::integer as revision
          from journal j where j.theme = ${model.meta.theme} and j.entry->>'revision' is not null
          order by j.tenant_oid, j.entry#>>'{subject,oid}', j.seq desc) l group by l.oid) h on h.oid = r.oid
      where ${sql.raw(isImplicit(model.meta) ? 'r.revision > 1 and ' : '')}(h.oid is null or h.revision <> r.revision) limit 1000`.execute(
      queries,
    )
    faults.push(...rows.map(({ oid, tenant_oid }): JournalFault => ({ kind: 'missing', tenantOid: tenant_oid, at: oid })))
  }
  return faults
}
