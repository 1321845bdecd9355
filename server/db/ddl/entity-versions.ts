import { sql } from 'kysely'
import type { EntityModel } from '../../entities/model/entity-model.ts'
import type { Queries } from '../database.ts'

/** What an entity's table was made for. */
export interface EntityVersion {
  /** Name of the stored entity. */
  name: string
  /** Of all statements about the table; empty while it is being made. */
  checksum: string
  version: number
  base: number
  /** Checksum of its rights and of the triggers that mark changes. */
  rights: string | null
}

/** By name of the stored entity. */
export async function entityVersionsOf(queries: Queries): Promise<Map<string, EntityVersion>> {
  const { rows } = await sql<EntityVersion>`select entity as name, checksum, version, base, rights from entity_version`.execute(queries)
  return new Map(rows.map((row) => [row.name, row]))
}

/** Notes that these tables are as their schemas ask for. */
export async function rememberEntities(queries: Queries, changed: readonly EntityVersion[]): Promise<void> {
  await sql`insert into entity_version as v (entity, checksum, version, base, rights)
    select x.name, x.checksum, x.version, x.base, x.rights
    from json_to_recordset(${JSON.stringify(changed)}::json) as x(name text, checksum text, version integer, base integer, rights text)
    on conflict (entity) do update set checksum = excluded.checksum, version = excluded.version, base = excluded.base, rights = excluded.rights`.execute(
    queries,
  )
}

/** A version reads what the one after it writes, no more: two versions later its own version is no longer stored. */
export function refuseEarlierVersion({ name, versions }: EntityModel, storedBase: number): void {
  if (storedBase > (versions?.version ?? 0))
    throw new Error(
      `The records of ${name} were made by a version of this service that is too new for this one (version ${storedBase}); start the version before it, or restore an older database.`,
    )
}

/** A row of a table, by its primary key: tenant and identifier. */
export type RowKey = readonly [tenantOid: string, oid: string]

/** Before the first row. */
export const FIRST: RowKey = ['', '']

/** How far the work on a table has come that is done while others write. */
export interface TableProgress {
  /** Columns that were added empty, and the last row in which they are filled. */
  filling: { columns: readonly string[]; after: RowKey } | null
  /** What the rows are being counted as (`countsName`), and the last row that is counted. */
  counting: { name: string; after: RowKey } | null
  /** What all rows are counted as. */
  counted: string | null
}

const NO_PROGRESS: TableProgress = { filling: null, counting: null, counted: null }

/** The progress of an entity's table as it is now. */
export async function peekProgress(queries: Queries, storage: string): Promise<TableProgress> {
  const { rows } = await sql<TableProgress>`select filling, counting, counted from entity_version where entity = ${storage}`.execute(
    queries,
  )
  return rows[0] ?? NO_PROGRESS
}

/** The same; nobody else changes it until the transaction ends. */
export async function progressOf(queries: Queries, storage: string): Promise<TableProgress> {
  await sql`insert into entity_version (entity, checksum) values (${storage}, '') on conflict do nothing`.execute(queries)
  const { rows } =
    await sql<TableProgress>`select filling, counting, counted from entity_version where entity = ${storage} for update`.execute(queries)
  return rows[0] ?? NO_PROGRESS
}

/** Notes what has changed of it. */
export async function noteProgress(queries: Queries, storage: string, progress: TableProgress): Promise<void> {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))
  await sql`update entity_version set filling = ${json(progress.filling)}::jsonb, counting = ${json(progress.counting)}::jsonb, counted = ${progress.counted}
    where entity = ${storage}`.execute(queries)
}
