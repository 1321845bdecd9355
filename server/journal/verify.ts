import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { isImplicit } from '../entities/records/pair-records.ts'
import { chainSealer, CURRENT_FORM, type ChainSealer, type Resealed } from './chain.ts'
import { chainRows, isGenuine, storedEnds, storedProgress, tenantPaths, type ChainRow, type StoredEnd } from './stored-chain.ts'

/**
 * What is wrong with a chain: an entry differs from what was written (`changed`), one is missing in between (`gap`), the end is
 * not the one that was sealed (`end`), or a record exists whose history is not there (`missing`).
 */
export interface JournalFault {
  kind: 'changed' | 'gap' | 'end' | 'missing'
  tenantOid: string
  /** Place in the tenant's chain; of a missing history the record's identifier. */
  at: string
}

export interface JournalVerdict {
  chains: number
  entries: number
  /** Chains of an earlier version that wait to be sealed anew, by the next start of the service. */
  waiting: number
  faults: JournalFault[]
}

const BATCH = 2_000

/** What all chains are verified with. */
interface Verification {
  sealer: ChainSealer
  progress: ReadonlyMap<string, Resealed>
  /** Of tenants, for entries whose links do not say it. */
  paths: ReadonlyMap<string, string>
  verdict: JournalVerdict
}

/**
 * Follows every chain from its first entry to its sealed end, and compares the records with their histories. Reads only.
 * `secretKey`: the one that the chains are under. @default the database's
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

/** What follows the last entry that was sealed anew is linked to what that one was before. */
function lastHash({ seq, hash }: Last, resealed: Resealed | undefined): string {
  return resealed !== undefined && seq > 0 && resealed.seq === seq ? resealed.before : hash
}

/** Entries of an earlier form stand only where they wait to be sealed anew, and under the path of their tenant. */
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
 * Every record was created by somebody, and its last revision is in the journal: not the highest one of a chain, which an earlier record
 * of the same identifier may have had (a person who was detached and attached again). Last is by the place in the chain, for clocks of
 * copies differ; of a record that moved between tenants, whose revisions only grow, by the chain that came furthest. Records that nobody
 * created begin with their first change.
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
