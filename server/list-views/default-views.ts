import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { TenantNode } from '../policies/caller.ts'

/** The default views of tenants, by the entity of their list. */
export async function defaultViewsOf(
  queries: Queries,
  tenants: readonly TenantNode[],
): Promise<(tenant: TenantNode) => Record<string, string>> {
  const oids = tenants.map(({ oid }) => oid)
  const { rows } = await sql<{ holder: string; entity: string; oid: string }>`select holder, entity, oid from list_view
    where kind = 'shared' and is_default and holder = any(${oids}::text[])`.execute(queries)
  return ({ oid }) => Object.fromEntries(rows.filter(({ holder }) => holder === oid).map((row) => [row.entity, row.oid]))
}
