import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../../server/db/database.ts'
import { isDistributed } from '../../../server/db/distribution/connections.ts'
import { EVERYTHING } from '../../../server/db/scope.ts'
import { renewPeople } from '../../../server/domain/renew-people.ts'

/** Changes stored tenants and people past the write path, which renews what copies of the service remember of people's rights; triggers do so on one server only. */
export async function changeDirectly(database: Database, change: RawBuilder<unknown>): Promise<void> {
  await database.transaction(EVERYTHING, async (queries) => {
    await change.execute(queries)
    if (!isDistributed(queries)) return
    const { rows } = await sql<{ oid: string }>`select oid from person`.execute(queries)
    await renewPeople(
      queries,
      rows.map(({ oid }) => oid),
    )
  })
}
