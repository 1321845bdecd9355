import { join } from 'node:path'
import { sql } from 'kysely'
import type { Role } from '../../../schemas/tenancy.ts'
import { openDatabase, type Queries } from '../../../server/db/database.ts'

/** A role to give to a person. */
export interface Grant {
  mail: string
  /** Mail address of a person; the role is given in this person's tenants. */
  sameTenantAs: string
  role: Role
}

/** Revokes all roles of some people and grants others; only for a data folder on which no service is running. */
export async function changeRoles(dataDir: string, { revoke = [], grant = [] }: { revoke?: string[]; grant?: Grant[] }): Promise<void> {
  const database = await openDatabase({ at: { dataDir: join(dataDir, 'database') }, secretKey: Buffer.alloc(32) })
  try {
    await database.asOwner(async (queries) => {
      for (const mail of revoke)
        await expectChange(queries, sql`delete from user_role using person p where p.oid = person_oid and p.mail = ${mail}`, mail)
      for (const { mail, sameTenantAs, role } of grant)
        await expectChange(
          queries,
          sql`insert into user_role (tenant_oid, tenant_path, person_oid, role)
            select u.tenant_oid, u.tenant_path, p.oid, ${role} from user_role u join person other on other.oid = u.person_oid, person p
            where other.mail = ${sameTenantAs} and p.mail = ${mail} returning 1`,
          mail,
        )
    })
  } finally {
    await database.close()
  }
}

async function expectChange(queries: Queries, statement: ReturnType<typeof sql>, mail: string): Promise<void> {
  const { numAffectedRows } = await statement.execute(queries)
  if (!numAffectedRows) throw new Error(`No role of ${mail} was changed`)
}
