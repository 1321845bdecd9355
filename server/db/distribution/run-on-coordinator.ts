import { sql } from 'kysely'
import type { Queries } from '../database.ts'
import { hasExtension } from '../ddl/roles.ts'
import { onCoordinator } from './tables.ts'

/**
 * Makes functions, views and triggers, which of a cluster only the coordinator has: an ordinary user cannot make them, and the role that owns
 * them, on the other servers.
 */
export async function runOnCoordinator(queries: Queries, statements: readonly string[]): Promise<void> {
  for (const statement of onCoordinator(statements, await hasExtension(queries, 'citus'))) await sql.raw(statement).execute(queries)
}
