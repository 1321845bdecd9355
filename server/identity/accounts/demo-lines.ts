import { sql } from 'kysely'
import type { Role } from '../../../schemas/tenancy.ts'
import { asService, type Database } from '../../db/database.ts'

/** One line of the sign-in page: a demo account with its role and tenant. */
export interface DemoLine {
  mail: string
  /** Absent if the account has none or several different ones. */
  role?: Role
  /** Absent if the account has none or several. */
  tenant?: string
  tenants: number
}

interface Row {
  mail: string
  roles: Role[]
  tenant: string | null
  tenants: number
}

/** The demo accounts that exist, in the given order. */
export async function demoLines(db: Database, mails: readonly string[]): Promise<DemoLine[]> {
  if (mails.length === 0) return []
  const { rows } = await asService(db, (queries) =>
    sql<Row>`select p.mail, coalesce(array_agg(distinct r.role) filter (where r.role is not null), '{}') as roles, min(t.name) as tenant, count(distinct t.oid)::int as tenants
      from person p left join user_role r on r.person_oid = p.oid left join tenant t on t.oid = r.tenant_oid
      where p.mail in (${sql.join(mails)}) and p.state = 'active' group by p.mail`.execute(queries),
  )
  const found = new Map(rows.map((row) => [row.mail, row]))
  return mails.flatMap((mail) => {
    const row = found.get(mail)
    return row === undefined ? [] : [lineOf(row)]
  })
}

function lineOf({ mail, roles, tenant, tenants }: Row): DemoLine {
  const [role] = roles
  return {
    mail,
    tenants,
    ...(roles.length === 1 && role !== undefined && { role }),
    ...(tenants === 1 && tenant !== null && { tenant }),
  }
}
