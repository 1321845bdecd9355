import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { entitySchemas } from '../../../schemas/generated/entities.ts'
import { openDatabase, type Database } from '../../../server/db/database.ts'
import { MIGRATION_LOCK, migrate } from '../../../server/db/ddl/migrate.ts'
import { testServer } from '../../support/service/postgres.ts'

const TIMEOUT_MS = 400

it('takes as long as it takes, however short the statements of calls must be', async () => {
  const server = await testServer()
  const url = await server.createDatabase()
  const secretKey = Buffer.alloc(32, 7)
  const open = (statementTimeoutMs?: number): Promise<Database> =>
    openDatabase({ at: { url }, secretKey, ...(statementTimeoutMs !== undefined && { statementTimeoutMs }) })
  const [other, slow] = [await open(), await open(TIMEOUT_MS)]
  try {
    // Another copy is at it for longer than a statement may take.
    const held = other.asOwner((queries) =>
      queries.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`.execute(trx)
        await sql`select pg_sleep(${(2 * TIMEOUT_MS) / 1000})`.execute(trx)
      }),
    )
    await expect(migrate(slow, entitySchemas)).resolves.toBe(true)
    await held
    // Calls keep their limit.
    await expect(slow.asOwner((queries) => sql`select pg_sleep(${(2 * TIMEOUT_MS) / 1000})`.execute(queries))).rejects.toThrow(/timeout/)
  } finally {
    await Promise.all([other.close(), slow.close()])
    await server.stop()
  }
})
