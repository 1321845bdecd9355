import { sql } from 'kysely'
import type { Database, Queries } from '../../../server/db/database.ts'
import { inserted } from '../../../server/db/sql-parts.ts'
import { chainSealer, type ChainSealer } from '../../../server/journal/chain.ts'
import { WRITTEN_COLUMNS } from '../../../server/journal/partitions.ts'
import type { StoredEntry } from '../../../server/journal/read-entries.ts'
import { storedEnds } from '../../../server/journal/stored-chain.ts'

interface AgedRow {
  tenant_oid: string
  tenant_path: string
  seq: string
  action_id: string
  theme: string
  event_type: string
  entry: string
  hash: string
  form: number
  created_at: string
}

/** Gives the journal partitions for so many months before this one. */
export async function addPastMonths(database: Database, months: number): Promise<void> {
  await database.asOwner(async (queries) => {
    await sql`drop table journal_earlier`.execute(queries)
    for (let ago = months; ago > 0; ago--) {
      const start = (before: number): string => `date_trunc('month', now(), 'UTC') - interval '${before} months'`
      await sql
        .raw(
          `do $$ begin execute format('create table journal_ago_${ago} partition of journal for values from (%L) to (%L)', ${start(ago)}, ${start(ago - 1)}); end $$`,
        )
        .execute(queries)
    }
  })
}

/** Makes everything in the journal so many months older, as if it had been written then, and what records say about their last change. */
export async function ageJournal(database: Database, months: number): Promise<void> {
  const sealer = chainSealer(database.secretKey)
  await database.asOwner(async (queries) => {
    const { rows } = await sql<AgedRow>`select tenant_oid, tenant_path, seq, action_id, theme, event_type, entry::text as entry, hash,
      form, (created_at - make_interval(months => ${months}))::text as created_at from journal`.execute(queries)
    await sql`delete from journal`.execute(queries)
    const { rows: anchors } = await sql<{ oid: string; hash: string }>`select tenant_oid as oid, hash from journal_archived`.execute(
      queries,
    )
    const last = new Map(anchors.map(({ oid, hash }) => [oid, hash]))
    for (const row of rows.toSorted((a, b) => a.tenant_oid.localeCompare(b.tenant_oid) || Number(a.seq) - Number(b.seq))) {
      const aged = { ...(JSON.parse(row.entry) as StoredEntry), createdAt: new Date(row.created_at).toISOString() }
      row.entry = JSON.stringify(aged)
      const link = { form: row.form, before: last.get(row.tenant_oid) ?? '', tenantPath: row.tenant_path, text: row.entry }
      row.hash = sealer.link(link) ?? ''
      last.set(row.tenant_oid, row.hash)
    }
    await sql`insert into journal (${sql.raw(WRITTEN_COLUMNS)}) select ${sql.raw(WRITTEN_COLUMNS.replace('entry', 'entry::json'))}
      from json_to_recordset(${JSON.stringify(rows)}::json) as x(tenant_oid text, tenant_path text, seq bigint, action_id text, theme text,
      event_type text, entry text, hash text, form smallint, created_at timestamptz) ${inserted}`.execute(queries)
    await sealEnds(queries, { last, sealer })
    await ageRecords(queries, months)
  })
}

async function sealEnds(queries: Queries, { last, sealer }: { last: ReadonlyMap<string, string>; sealer: ChainSealer }): Promise<void> {
  for (const end of await storedEnds(queries)) {
    const hash = last.get(end.tenantOid) ?? end.hash
    await sql`update journal_head set hash = ${hash}, seal = ${sealer.seal({ ...end, hash })} where tenant_oid = ${end.tenantOid}`.execute(
      queries,
    )
  }
}

async function ageRecords(queries: Queries, months: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select format('%I.%I', c.table_schema, c.table_name) as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.column_name = 'updated_at' and c.table_schema in ('public', 'entity') and t.table_type = 'BASE TABLE'`.execute(queries)
  // By a time without a zone: several servers refuse to compute what depends on that of the session.
  const aged = `(updated_at at time zone 'UTC' - interval '${months} months') at time zone 'UTC'`
  for (const { name } of rows) await sql.raw(`update ${name} set updated_at = ${aged}`).execute(queries)
}
