import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { inserted } from '../../db/sql-parts.ts'
import { isKeyOfDatabase } from '../../secret-key/key-id.ts'
import { chainSealer, type Anchor } from '../chain.ts'
import { WRITTEN_COLUMNS } from '../partitions.ts'
import { archivedEnds, standsIn, type Partition } from './due-partition.ts'
import type { WrittenArchive } from './write-archive.ts'

/**
 * Takes a partition out of the journal whose archive is written, all in the caller's transaction. What of it is not archived, for younger
 * entries of its tenant stand before it, goes to the partition without bounds.
 */
export async function recordArchive(
  queries: Queries,
  { partition, written, secretKey }: { partition: Partition; written: WrittenArchive; secretKey: Buffer },
): Promise<void> {
  const { file, anchors, ofPartition, elsewhere } = written
  const sealer = chainSealer(secretKey)
  await sql`select set_config('statement_timeout', '0', true)`.execute(queries)
  if (file !== undefined) {
    const { numAffectedRows } = await sql`insert into journal_archive (number, file, digest, entries, from_time, to_time, key_id, seal)
      select ${file.number}, ${file.file}, ${file.digest}, ${file.entries}, ${file.from}::timestamptz, ${file.to}::timestamptz, ${file.keyId},
        ${sealer.sealFile(file)} where ${isKeyOfDatabase(secretKey)} ${inserted}`.execute(queries)
    if (numAffectedRows !== 1n) throw new Error('The secret key was replaced while the journal was archived.')
    await storeAnchors(
      queries,
      anchors.map((anchor) => ({ ...anchor, seal: sealer.sealAnchor(anchor) })),
    )
    await sql`delete from journal j using json_to_recordset(${JSON.stringify(elsewhere)}::json) as x(tenant_oid text, seq bigint)
      where j.tenant_oid = x.tenant_oid and j.seq = x.seq and not ${standsIn(partition)}`.execute(queries)
  }
  await detach(queries, partition, ofPartition)
}

async function storeAnchors(queries: Queries, anchors: readonly (Anchor & { seal: string })[]): Promise<void> {
  const rows = anchors.map(({ tenantOid, tenantPath, seq, hash, until, seal }) => ({
    tenant_oid: tenantOid,
    tenant_path: tenantPath,
    seq,
    hash,
    until,
    seal,
  }))
  await sql`insert into journal_archived (tenant_oid, tenant_path, seq, hash, until, seal)
    select x.* from json_to_recordset(${JSON.stringify(rows)}::json)
      as x(tenant_oid text, tenant_path text, seq bigint, hash text, until timestamptz, seal text)
    on conflict (tenant_oid) do update set tenant_path = excluded.tenant_path, seq = excluded.seq, hash = excluded.hash, until = excluded.until,
      seal = excluded.seal`.execute(queries)
}

/** From here on everybody else waits, so this comes last and does little. */
async function detach(queries: Queries, { table }: Partition, archived: number): Promise<void> {
  const name = sql.table(table)
  await sql`alter table journal detach partition ${name}`.execute(queries)
  const { rows } = await sql<{ count: string }>`select count(*) from ${name}`.execute(queries)
  if (Number(rows[0]?.count) > archived) await keepRest(queries, name)
  await sql`drop table ${name}`.execute(queries)
}

/** Moves what of a table is not archived back into the journal. */
async function keepRest(queries: Queries, table: RawBuilder<unknown>): Promise<void> {
  const columns = sql.raw(WRITTEN_COLUMNS.replace('tenant_oid', 'p.tenant_oid'))
  const { rows } = await sql<{
    tenant: string
    last: string
  }>`select tenant_oid as tenant, max(seq) as last from ${table} group by tenant_oid`.execute(queries)
  const ends = await archivedEnds(
    queries,
    rows.map(({ tenant }) => tenant),
  )
  const rest = rows
    .map(({ tenant, last }) => ({ tenant_oid: tenant, after: ends.get(tenant)?.after ?? 0, last: Number(last) }))
    .filter(({ after, last }) => last > after)
  await sql`insert into journal (${sql.raw(WRITTEN_COLUMNS)}) select ${columns} from ${table} p
    join json_to_recordset(${JSON.stringify(rest)}::json) as x(tenant_oid text, after bigint) on p.tenant_oid = x.tenant_oid and p.seq > x.after
    ${inserted}`.execute(queries)
}
