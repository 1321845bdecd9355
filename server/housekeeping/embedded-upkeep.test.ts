import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import { keepHouse } from '../../tests/support/api/keep-house.ts'
import { asService, type Database } from '../db/database.ts'
import { testDatabase } from '../db/test-database.ts'

const ROWS = 5_000

let database: Database
beforeAll(async () => {
  database = await testDatabase(entitySchemas)
  await asService(database, (queries) =>
    sql`insert into idempotency (caller_oid, key, scope, body_hash, answer) select 'c', n::text, '', '', '{}' from generate_series(1, ${ROWS}::integer) n`.execute(
      queries,
    ),
  )
})
afterAll(() => database.close())

/** What the database knows of the table, and its size with its indexes in bytes. */
async function known(): Promise<{ rows: number; bytes: number }> {
  const { rows } = await asService(database, (queries) =>
    sql<{ rows: number; bytes: number }>`select reltuples::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
      from pg_class where oid = 'idempotency'::regclass`.execute(queries),
  )
  return rows[0] ?? { rows: 0, bytes: 0 }
}

describe('the embedded database', () => {
  it('learns how large its tables are', async () => {
    expect((await known()).rows).toBe(-1)
    await keepHouse(database, 'embedded_upkeep')
    expect((await known()).rows).toBe(ROWS)
  })

  it('uses the room of rows again that are no more', async () => {
    const before = await known()
    // Without it the table has twelve times its size in the end.
    for (let round = 0; round < 20; round++) {
      await asService(database, (queries) => sql`update idempotency set created_at = created_at + interval '1 s'`.execute(queries))
      await keepHouse(database, 'embedded_upkeep')
    }
    expect((await known()).bytes).toBeLessThan(3 * before.bytes)
  })
})
