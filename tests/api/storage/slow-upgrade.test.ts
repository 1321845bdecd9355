import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { MIGRATION_LOCK, migrate } from '../../../server/db/ddl/migrate.ts'
import { testServer } from '../../support/service/postgres.ts'

const TIMEOUT_MS = 400

it('a migration may take longer than the statement timeout of calls', async () => {
  const server = await testServer({ distributed: false })
  const url = await server.createDatabase()
  const secretKey = Buffer.alloc(32, 7)
  const open = (statementTimeoutMs?: number): Promise<Database> =>
    openDatabase({ at: { url }, secretKey, ...(statementTimeoutMs !== undefined && { statementTimeoutMs }) })
  const [other, limited] = [await open(), await open(TIMEOUT_MS)]
  try {
    // Another instance holds the migration lock for longer than the timeout.
    const lockHolder = other.asOwner((queries) =>
      queries.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(trx)
        await sql`select pg_sleep(${(2 * TIMEOUT_MS) / 1000})`.execute(trx)
      }),
    )
    await expect(migrate(limited, entitySchemas)).resolves.toBe(true)
    await lockHolder
    // Calls still time out.
    await expect(limited.asOwner((queries) => sql`select pg_sleep(${(2 * TIMEOUT_MS) / 1000})`.execute(queries))).rejects.toThrow(/timeout/)
  } finally {
    await Promise.all([other.close(), limited.close()])
    await server.stop()
  }
})
