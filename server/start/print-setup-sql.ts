import pg from 'pg'
import { setupSql } from '../db/ddl/roles.ts'
import { databaseHosts } from '../db/connections/server-address.ts'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'

/** Argument of `npm start` that prints a script instead of starting. */
export const PRINT_SETUP_SQL = '--print-setup-sql'

/** Prints what an administrator runs once for a database user who may not create roles. Connects to nothing. */
export function printSetupSql({ databaseUrl }: Pick<Env, 'databaseUrl'>): void {
  const [host] = databaseUrl === undefined ? [] : databaseHosts(databaseUrl)
  if (host === undefined) throw new EnvError('DATABASE_URL', `must name the database and the user that ${PRINT_SETUP_SQL} is for`)
  // The driver fills in what the URL omits.
  const { database, user } = new pg.Client({ connectionString: host.url })
  if (!database || !user) throw new EnvError('DATABASE_URL', `must name a database and a user for ${PRINT_SETUP_SQL}`)
  process.stdout.write(setupSql({ database, user }))
}
