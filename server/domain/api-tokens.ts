import { sql } from 'kysely'
import type { Domain } from './domain.ts'

/** What a token is recognised by goes with its record, in the same transaction: it is refused from the next request on. */
export const apiTokens: Domain = {
  /** The journal tells a token by the name that it has now. */
  async updated(changes, { queries }) {
    for (const { row } of changes)
      await sql`update api_token set name = ${String(row.record['name'])} where oid = ${row.oid}`.execute(queries)
    return []
  },
  async deleted(rows, { queries }) {
    await sql`delete from api_token where oid = any(${rows.map(({ oid }) => oid)}::text[])`.execute(queries)
    return []
  },
}
