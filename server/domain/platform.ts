import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { renewPeopleOf } from './renew-people.ts'
import { addMissingUserRoles } from './user-role-rows.ts'

/** Identifier of the platform owner; every other tenant has a UUID. */
export const PLATFORM_OID = 'platform'

/** Label of the platform's path, which all others begin with. */
const PLATFORM_PATH = 'a.'

/** Creates the root of the tenant tree and its first administrator if they are missing. Idempotent. */
export async function ensurePlatform(
  database: Database,
  { name, owner }: { name: string; owner?: { mail: string; name: string } },
): Promise<void> {
  await database.transaction(EVERYTHING, async (queries) => {
    await sql`insert into tenant (oid, parent_oid, type, name, path) values (${PLATFORM_OID}, null, 'po', ${name}, ${PLATFORM_PATH}) on conflict do nothing`.execute(
      queries,
    )
    if (owner === undefined) return
    const { rows } = await sql`select from user_role where tenant_oid = ${PLATFORM_OID} and role = 'sa' limit 1`.execute(queries)
    if (rows.length > 0) return
    const people = [{ oid: newOid(), ...owner }]
    const { rows: found } = await sql<{ oid: string }>`select oid from ensure_people(${JSON.stringify(people)}::json)`.execute(queries)
    for (const { oid } of found)
      await sql`insert into user_role (tenant_oid, tenant_path, person_oid, role) values (${PLATFORM_OID}, ${PLATFORM_PATH}, ${oid}, 'sa')
        on conflict (tenant_oid, person_oid) do update set role = 'sa', pending = false`.execute(queries)
    await renewPeopleOf(queries, [PLATFORM_OID])
    // Trusted, because the operator of the service configured the address.
    await sql`update person set proven_mail = mail where lower(mail) = lower(${owner.mail})`.execute(queries)
  })
  await addMissingUserRoles(database)
}
