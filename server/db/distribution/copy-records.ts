import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../database.ts'
import { isDistributed, withinTenant } from './connections.ts'

/** The columns of every table of records. */
export const RECORD_COLUMNS =
  'tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by'

const TYPES = `tenant_oid text, tenant_path text, oid text, revision integer, data jsonb, search_text text, sort_keys jsonb,
  created_at timestamptz, created_by text, updated_at timestamptz, updated_by text`

interface Selected {
  /** SQL of the table that gets the rows. */
  table: string
  /** A table expression, in parentheses, with `RECORD_COLUMNS`; within a distributed database it is read tenant by tenant. */
  rows: RawBuilder<unknown>
  /** The tenants of the rows. */
  tenants: readonly string[]
  /** How the statement ends: an answer, without which Citus copies what it inserts, or what is done about conflicts. */
  end: RawBuilder<unknown>
}

/**
 * Inserts records that are made from others by a statement. Where tables are distributed, they are read first: Citus inserts what a union of a
 * distributed table and one that every server has selects once per shard, or crashes.
 */
export async function copyRecords(queries: Queries, { table, rows, tenants, end }: Selected): Promise<void> {
  const insert = (from: RawBuilder<unknown>): Promise<unknown> =>
    sql`insert into ${sql.raw(`${table} (${RECORD_COLUMNS})`)} select ${sql.raw(RECORD_COLUMNS)} from ${from} order by r.oid ${end}`.execute(
      queries,
    )
  if (!isDistributed(queries)) return void (await insert(sql`${rows} r`))
  for (const tenant of tenants) {
    const read = sql<{ tenant_oid: string }>`select ${sql.raw(RECORD_COLUMNS)} from ${rows} r`
    const { rows: found } = await withinTenant(queries, tenant, () => read.execute(queries))
    const own = JSON.stringify(found.filter(({ tenant_oid: of }) => of === tenant))
    await insert(sql`json_to_recordset(${own}::json) as r(${sql.raw(TYPES)})`)
  }
}
