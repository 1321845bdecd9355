import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EntitySchema } from '../../schemas/vocabulary/types.ts'
import { migrations } from '../migrations/all.ts'
import { codeOf, type Database, type Queries } from './database.ts'
import { ensureEntityTables, entityTablesFingerprint } from './entity-tables.ts'
import { ensureRoles } from './roles.ts'
import { scopePolicies } from './scope-policies.ts'

/** Any number will do, as long as every copy of the service takes the same. */
export const MIGRATION_LOCK = 7_391_204_118

/**
 * Brings the database to what this version needs: core tables by numbered migrations, entity tables from the schemas.
 * One statement when nothing is to do; copies that start at once wait for the first. Answers whether something was done.
 */
export async function migrate(database: Database, schemas: Record<string, EntitySchema>): Promise<boolean> {
  if (await isCurrent(database, schemas)) return false
  await database.asOwner((queries) => ensureRoles(queries))
  for (let tries = 1; ; tries++) {
    try {
      await database.asOwner((queries) => queries.transaction().execute((trx) => migrateLocked(trx, schemas)))
      return true
    } catch (error) {
      // Two copies created the version table at the same moment; the loser begins again and waits for the lock.
      const collided = ['23505', '42P07', '42710', '40001', '40P01', 'XX000'].includes(codeOf(error))
      if (!collided || tries >= 5) throw error
    }
  }
}

async function isCurrent(database: Database, schemas: Record<string, EntitySchema>): Promise<boolean> {
  const wanted = JSON.stringify(versions(schemas).map(({ id, checksum }) => [id, checksum]))
  try {
    const found = await database.asOwner((queries) =>
      queries.selectFrom('schema_version').select(['id', 'checksum']).orderBy('id').execute(),
    )
    return JSON.stringify(found.map(({ id, checksum }) => [id, checksum])) === wanted
  } catch (error) {
    if (codeOf(error) === '42P01') return false
    throw error
  }
}

function versions(schemas: Record<string, EntitySchema>): { id: number; name: string; checksum: string }[] {
  const core = migrations.map(({ id, name, statements }) => ({ id, name, checksum: digest(statements.join('\n')) }))
  const tables = [entityTablesFingerprint(schemas), ...scopePolicies].join('\n')
  return [{ id: 0, name: 'entity tables', checksum: digest(tables) }, ...core]
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

async function migrateLocked(queries: Queries, schemas: Record<string, EntitySchema>): Promise<void> {
  // A column or an index of a million rows takes longer than a call may.
  await sql`select set_config('statement_timeout', '0', true)`.execute(queries)
  await lock(queries)
  const wanted = versions(schemas)
  const applied = new Map(
    (await queries.selectFrom('schema_version').select(['id', 'checksum', 'name']).execute()).map((row) => [row.id, row]),
  )
  const unknown = [...applied.keys()].filter((id) => !wanted.some((one) => one.id === id))
  if (unknown.length > 0)
    throw new Error(
      `The database was made by a newer version of this service (migration ${Math.max(...unknown)}); start that version, or restore an older database.`,
    )
  for (const { id, name, statements } of migrations) {
    const checksum = wanted.find((one) => one.id === id)?.checksum ?? ''
    const before = applied.get(id)
    if (before === undefined) {
      for (const statement of statements) await sql.raw(statement).execute(queries)
      await remember(queries, { id, name, checksum })
    } else if (before.checksum !== checksum) {
      throw new Error(`Migration ${id} (${name}) differs from the one that made this database; a released migration must not be edited.`)
    }
  }
  const tables = wanted[0]
  if (tables !== undefined && applied.get(0)?.checksum !== tables.checksum) {
    await ensureEntityTables(queries, schemas)
    await remember(queries, tables)
  }
  for (const statement of scopePolicies) await sql.raw(statement).execute(queries)
}

async function remember(queries: Queries, row: { id: number; name: string; checksum: string }): Promise<void> {
  await queries
    .insertInto('schema_version')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ checksum: row.checksum }))
    .execute()
}

/** An advisory lock until the transaction ends; engines without one wait on the row of the version table instead. */
async function lock(queries: Queries): Promise<void> {
  if (await hasAdvisoryLocks(queries)) await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(queries)
  await sql`create table if not exists schema_version (id integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`.execute(
    queries,
  )
  await sql`lock table schema_version in share row exclusive mode`.execute(queries)
}

async function hasAdvisoryLocks(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean
  }>`select exists (select from pg_proc where proname = 'pg_advisory_xact_lock') as found`.execute(queries)
  return rows[0]?.found === true
}
