import { sql } from 'kysely'
import type { EntitySchema } from '../../../schemas/vocabulary/types.ts'
import { distributedPolicies } from '../scope-sql.ts'
import type { Database, Queries } from '../database.ts'
import { entityTables } from '../ddl/entity-tables.ts'
import { droppedRoleTriggers } from '../ddl/functions.ts'
import { namedRoles } from '../ddl/roles.ts'
import { counterViews } from './counters.ts'
import { distribution, onCoordinator, REFERENCE_TABLES, TENANT_TABLES } from './tables.ts'

/**
 * Distributes the tables of a database that no copy of the service uses meanwhile. Can be cut off and run again: a table that is
 * distributed stays as it is, and the journal, by which the service knows a distributed database, comes last. The next start brings the
 * functions and indexes of entities to their distributed form.
 */
export async function distribute(database: Database, schemas: Record<string, EntitySchema>): Promise<void> {
  const tables = entityTables(schemas)
  await asOwner(database, [...distributedPolicies, ...droppedRoleTriggers, ...counterViews(tables.map(({ model }) => model))])
  for (const { model, drops } of tables) {
    await asOwner(database, drops)
    await convert(database, model.table, distribution(model.table))
  }
  for (const table of REFERENCE_TABLES) await convert(database, table, `select create_reference_table('${table}')`)
  for (const table of TENANT_TABLES) await convert(database, table, distribution(table))
}

async function asOwner(database: Database, statements: readonly string[]): Promise<void> {
  const roles = await database.roles()
  await database.asOwner(async (queries) => {
    for (const statement of onCoordinator(statements, true)) await sql.raw(namedRoles(statement, roles)).execute(queries)
  })
}

/** One table a transaction: the more of them, the longer locks are held. */
async function convert(database: Database, table: string, statement: string): Promise<void> {
  await database.asOwner(async (queries) => {
    if (await isConverted(queries, table)) return
    // Rows are copied to their servers, which row-level security refuses even to the owner where it is forced.
    const tables = [table, ...(await partitionsOf(queries, table))]
    for (const one of tables) await sql.raw(`alter table ${one} no force row level security`).execute(queries)
    await sql.raw(statement).execute(queries)
    for (const one of tables) await sql.raw(`alter table ${one} force row level security`).execute(queries)
  })
}

async function partitionsOf(queries: Queries, table: string): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select i.inhrelid::regclass::text as name from pg_inherits i where i.inhparent = to_regclass(${table})`.execute(queries)
  return rows.map(({ name }) => name)
}

/** Also of a view: it reads tables. */
async function isConverted(queries: Queries, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select c.relkind = 'v' or exists (
    select from pg_dist_partition p where p.logicalrelid = c.oid) as found from pg_class c where c.oid = to_regclass(${table})`.execute(
    queries,
  )
  return rows[0]?.found === true
}
