import { join } from 'node:path'
import { sql } from 'kysely'
import type { Role } from '../../../schemas/tenancy.ts'
import { openDatabase, type Queries } from '../../../server/db/database.ts'

/** Who gets which role where. */
export interface Grant {
  mail: string
  /** Mail address of somebody whose tenants are meant. */
  sameTenantAs: string
  role: Role
}

/** Takes every role of some people away and gives others; only in a data folder that no service runs on. */
export async function changeRoles(dataDir: string, { revoke = [], grant = [] }: { revoke?: string[]; grant?: Grant[] }): Promise<void> {
  const database = await openDatabase({ at: { dataDir: join(dataDir, 'database') }, secretKey: Buffer.alloc(32) })
  try {
    await database.asOwner(async (queries) => {
      for (const mail of revoke)
        await changed(queries, sql`delete from user_role using person p where p.oid = person_oid and p.mail = ${mail}`, mail)
      for (const { mail, sameTenantAs, role } of grant)
        await changed(
          queries,
          sql`insert into user_role (tenant_oid, tenant_path, person_oid, role)
            select u.tenant_oid, u.tenant_path, p.oid, ${role} from user_role u join person other on other.oid = u.person_oid, person p
            where other.mail = ${sameTenantAs} and p.mail = ${mail}`,
          mail,
        )
    })
  } finally {
    await database.close()
  }
}

async function changed(queries: Queries, statement: ReturnType<typeof sql>, mail: string): Promise<void> {
  const { numAffectedRows } = await statement.execute(queries)
  if (!numAffectedRows) throw new Error(`No role of ${mail} was changed`)
}
