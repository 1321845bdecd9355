import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import type { KnownCaller } from '../policies/create-caller.ts'
import { loadCaller } from '../policies/load-caller.ts'
import type { Watch } from './watch.ts'

/** Most people who are told of one change by one subscription. */
const MAX_PEOPLE = 500

/** Identifiers of the people whom a subscription tells by bell and mail. */
export async function recipientsOf(queries: Queries, { audience, ownerOid, tenantOid }: Watch): Promise<string[]> {
  if (audience === 'own') return [ownerOid]
  const { rows } = await sql<{ oid: string }>`select u.person_oid as oid from user_role u
    where u.tenant_oid = ${tenantOid} and not u.pending and u.role <> 'no_access' order by u.person_oid limit ${MAX_PEOPLE}`.execute(
    queries,
  )
  return rows.map(({ oid }) => oid)
}

/** The person with their rights as of now; undefined once removed. */
export async function recipient(database: Database, oid: string): Promise<KnownCaller | undefined> {
  const loaded = await loadCaller(database, { oid })
  return loaded === undefined || loaded.removed ? undefined : loaded.caller
}
