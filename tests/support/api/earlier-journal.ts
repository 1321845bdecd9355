import { sql } from 'kysely'
import type { Database } from '../../../server/db/database.ts'
import { chainSealer } from '../../../server/journal/chain.ts'

/** Rewrites the journal as a version before form 2 wrote it, with every chain queued for resealing as after the migration. */
export async function convertJournalToForm1(database: Database): Promise<void> {
  const sealer = chainSealer(database.secretKey)
  await database.asOwner(async (queries) => {
    const { rows } = await sql<{ tenant_oid: string; tenant_path: string; seq: string; text: string }>`
      select tenant_oid, tenant_path, seq, entry::text as text from journal order by tenant_oid, seq`.execute(queries)
    const lastHashes = new Map<string, string>()
    for (const { tenant_oid: tenantOid, tenant_path: tenantPath, seq, text } of rows) {
      const hash = sealer.link({ form: 1, before: lastHashes.get(tenantOid) ?? '', tenantPath, text }) ?? ''
      lastHashes.set(tenantOid, hash)
      const seal = sealer.seal({ form: 1, tenantOid, tenantPath, seq: Number(seq), hash })
      await sql`update journal set form = 1, hash = ${hash} where tenant_oid = ${tenantOid} and seq = ${seq}::bigint`.execute(queries)
      await sql`update journal_head set form = 1, hash = ${hash}, seal = ${seal} where tenant_oid = ${tenantOid}`.execute(queries)
    }
    await sql`delete from journal_reseal`.execute(queries)
    await sql`insert into journal_reseal (tenant_oid) select tenant_oid from journal_head returning 1`.execute(queries)
  })
}
