import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { catalogueOf } from '../entities/catalogue.ts'
import { isGiven } from '../entities/pair-records.ts'
import { isSame } from '../../schemas/vocabulary/equality.ts'
import { headSeal, journalKey, linkHash } from './chain.ts'
import type { StoredEntry } from './read-entries.ts'

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
  faults: JournalFault[]
}

interface Row {
  tenant_oid: string
  seq: string
  created_at: Date
  action_id: string
  theme: string
  event_type: string
  /** Letter by letter as it was written: what the hash is over. */
  entry: string
  hash: string
}

const BATCH = 2_000

/** Follows every chain from its first entry to its sealed end, and compares the records with their histories. Reads only. */
export async function verifyJournal(database: Database): Promise<JournalVerdict> {
  const key = journalKey(database.secretKey)
  const verdict: JournalVerdict = { chains: 0, entries: 0, faults: [] }
  await database.transaction(EVERYTHING, async (queries) => {
    await sql`set transaction isolation level repeatable read`.execute(queries)
    const heads = await queries.selectFrom('journal_head').select(['tenant_oid', 'seq', 'hash', 'seal']).orderBy('tenant_oid').execute()
    const sealed = new Map(heads.map((head) => [head.tenant_oid, head]))
    const { rows } = await sql<{
      tenant_oid: string
    }>`select distinct tenant_oid from journal union select tenant_oid from journal_head order by 1`.execute(queries)
    for (const { tenant_oid: tenantOid } of rows) {
      const end = await followChain(queries, { tenantOid, key, verdict })
      const head = sealed.get(tenantOid)
      const isWhole =
        head !== undefined && Number(head.seq) === end.seq && head.hash === end.hash && head.seal === headSeal(key, { tenantOid, ...end })
      if (!isWhole) verdict.faults.push({ kind: 'end', tenantOid, at: String(end.seq) })
      verdict.chains++
    }
    verdict.faults.push(...(await missingHistories(database, queries)))
  })
  return verdict
}

async function followChain(
  queries: Queries,
  { tenantOid, key, verdict }: { tenantOid: string; key: Buffer; verdict: JournalVerdict },
): Promise<{ seq: number; hash: string }> {
  const end = { seq: 0, hash: '' }
  for (;;) {
    const { rows } =
      await sql<Row>`select tenant_oid, seq, created_at, action_id, theme, event_type, entry::text as entry, hash from journal
      where tenant_oid = ${tenantOid} and seq > ${end.seq} order by seq limit ${BATCH}`.execute(queries)
    for (const row of rows) {
      const seq = Number(row.seq)
      if (seq !== end.seq + 1) verdict.faults.push({ kind: 'gap', tenantOid, at: String(seq) })
      if (!agrees(row) || linkHash(key, end.hash, row.entry) !== row.hash)
        verdict.faults.push({ kind: 'changed', tenantOid, at: String(seq) })
      end.seq = seq
      end.hash = row.hash
      verdict.entries++
    }
    if (rows.length < BATCH) return end
  }
}

/** The columns that lists are found by say what the hashed entry says. */
function agrees({ tenant_oid, seq, created_at, action_id, theme, event_type, entry }: Row): boolean {
  const hashed = JSON.parse(entry) as StoredEntry
  const columns = [tenant_oid, Number(seq), created_at.toISOString(), action_id, theme, event_type]
  return isSame(columns, [hashed.tenant.oid, hashed.seq, hashed.createdAt, hashed.actionId, hashed.theme, hashed.eventType])
}

/** Every record was created by somebody, and its last revision is in the journal. Those that nobody created begin with their first change. */
async function missingHistories(database: Database, queries: Queries): Promise<JournalFault[]> {
  const faults: JournalFault[] = []
  for (const model of catalogueOf(database).models.values()) {
    if (model.meta.readOnly === true && model.meta.byCommand !== true) continue
    const { rows } = await sql<{ oid: string; tenant_oid: string }>`select r.oid, r.tenant_oid from ${sql.raw(model.table)} r
      left join (select j.entry#>>'{subject,oid}' as oid, max((j.entry->>'revision')::integer) as revision, count(*) as entries
        from journal j where j.theme = ${model.meta.theme} group by 1) h on h.oid = r.oid
      where ${sql.raw(isGiven(model.meta) ? 'r.revision > 1 and ' : '')}(h.oid is null or h.revision <> r.revision) limit 1000`.execute(
      queries,
    )
    faults.push(...rows.map(({ oid, tenant_oid }): JournalFault => ({ kind: 'missing', tenantOid: tenant_oid, at: oid })))
  }
  return faults
}
