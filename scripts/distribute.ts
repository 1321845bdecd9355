import { entitySchemas as schemas } from '../schemas/generated/entities.ts'
import type { Database } from '../server/db/database.ts'
import { migrate } from '../server/db/ddl/migrate.ts'
import { obstacles } from '../server/db/distribution/check.ts'
import { distribute } from '../server/db/distribution/distribute.ts'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env/env.ts'
import { checkKey } from '../server/secret-key/check-key.ts'
import { countOtherConnections } from '../server/secret-key/rotate.ts'
import { openOrRefuse } from '../server/start/open-database.ts'
import { runCommand } from './tooling/run-command.ts'

/**
 * Distributes the database of DATABASE_URL, a coordinator of Citus, by tenant; with `--check` only lists what stands in the way. Exits
 * with 0 when it is done or can be done, 1 if something stands in the way, 2 if it could not begin.
 */
async function main(isCheck: boolean): Promise<number> {
  const env = readEnv()
  if (env.databaseUrl === undefined)
    throw new EnvError('DATABASE_URL', 'must name the coordinator; the embedded database cannot be distributed')
  const opened = (): Promise<Database> => openOrRefuse({ ...env, poolSize: 1 }, env.secretKey)
  const database = await opened()
  try {
    await checkKey(database, env)
    if (await database.isDistributed()) return said(0, 'The database is distributed.')
    const found = await obstaclesOf(database, isCheck)
    for (const one of found) console.log(one)
    if (found.length > 0) return 1
    if (isCheck) return said(0, 'Nothing stands in the way.')
    await distribute(database, schemas)
  } finally {
    await database.close()
  }
  // Whether a database is distributed is found once per connection.
  const distributed = await opened()
  try {
    await migrate(distributed, schemas)
  } finally {
    await distributed.close()
  }
  return said(0, 'The database is distributed. Start the service.')
}

/** A check reads only; before it distributes, a copy that still runs is one more obstacle. */
async function obstaclesOf(database: Database, isCheck: boolean): Promise<string[]> {
  const roles = await database.roles()
  const found = await database.asOwner((queries) => obstacles(queries, { schemas, roles }))
  if (isCheck) return found
  const others = await countOtherConnections(database)
  if (others > 0) found.push(`The service still has ${others} connections to this database: stop every copy.`)
  return found
}

function said(code: number, text: string): number {
  console.log(text)
  return code
}

runCommand(main(process.argv.includes('--check')))
