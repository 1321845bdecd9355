import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Queries } from '../../db/database.ts'
import { testDatabase } from '../../db/test-database.ts'
import { loadPerson } from '../../db/people.ts'
import { coreFunctions } from '../../db/ddl/functions.ts'
import { coreRights, ensureRoles, namedRoles } from '../../db/ddl/roles.ts'
import { EVERYTHING } from '../../db/scope.ts'
import { areUnproven } from '../../domain/proofs.ts'
import { migrations } from '../all.ts'

/** People of a database of before: who of them has come, and how. */
const PEOPLE = {
  seeded: {},
  external: { subject: 'https://id.example s1', invitation: 'completed' },
  come: { invitation: 'completed', password: true },
  owner: { invitation: 'open', place: 'platform', role: 'sa' },
  given: { invitation: 'open', password: true },
  invited: { invitation: 'open' },
  second: { invitation: 'open', place: 'platform', role: 'sa' },
} as const

interface Before {
  subject?: string
  invitation?: string
  password?: boolean
  place?: string
  role?: string
}

describe('a database from before migration 230', () => {
  let db: Database
  beforeAll(async () => {
    db = await testDatabase()
    const roles = await db.roles()
    await db.asOwner(async (queries) => {
      await ensureRoles(queries, roles)
      await sql`create table schema_version (id integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`.execute(
        queries,
      )
      await apply(queries, (id) => id < 230)
    })
    await db.asOwner(async (queries) => {
      for (const [oid, type, path] of [
        ['platform', 'po', 'a.'],
        ['msp', 'msp', 'a.1.'],
      ])
        await sql`insert into tenant (oid, type, name, path) values (${oid}, ${type}, ${oid}, ${path})`.execute(queries)
      for (const [name, person] of Object.entries(PEOPLE)) await insert(queries, name, person)
    })
    await db.asOwner(async (queries) => {
      await apply(queries, (id) => id >= 230)
      for (const statement of [...coreRights(false), ...coreFunctions(false)]) await sql.raw(namedRoles(statement, roles)).execute(queries)
    })
  })
  afterAll(() => db.close())

  const counts = async (name: string): Promise<number | undefined> => {
    const found = await loadPerson(db, { oid: name }, undefined)
    return found === undefined || found === 'unchanged' ? undefined : found.person.memberships.length
  }
  const waits = async (name: string, oid: string): Promise<boolean | undefined> => {
    const tenant = { oid, name: oid, type: oid === 'msp' ? 'msp' : 'po', path: oid === 'msp' ? 'a.1.' : 'a.' } as const
    const node = { ...tenant, parentOid: null, state: 'active' as const, features: {} }
    return (await db.transaction(EVERYTHING, (queries) => areUnproven(queries, [{ personOid: name, tenant: node, role: 'admin' }])))[0]
  }

  it.each(['seeded', 'external', 'owner'])(
    'keeps the roles of the person "%s" and marks the address as proven',
    { tags: ['H-4.5'] },
    async (name) => {
      expect(await counts(name)).toBe(1)
      expect([await waits(name, 'msp'), await waits(name, 'platform')]).toEqual([false, false])
    },
  )

  it.each(['come', 'given'])(
    'keeps the roles of the person "%s" and marks the address as proven only for their tenants',
    { tags: ['H-4.5'] },
    async (name) => {
      expect(await counts(name)).toBe(1)
      expect([await waits(name, 'msp'), await waits(name, 'platform')]).toEqual([false, true])
    },
  )

  it.each(['invited', 'second'])('makes the roles of the person "%s" pending', { tags: ['H-4.5'] }, async (name) => {
    expect(await counts(name)).toBe(0)
    expect([await waits(name, 'msp'), await waits(name, 'platform')]).toEqual([true, true])
  })
})

async function apply(queries: Queries, isWanted: (id: number) => boolean): Promise<void> {
  for (const { statements } of migrations.filter(({ id }) => isWanted(id)))
    for (const statement of statements) await sql.raw(statement).execute(queries)
}

async function insert(
  queries: Queries,
  name: string,
  { subject, invitation, password, place = 'msp', role = 'viewer' }: Before,
): Promise<void> {
  await sql`insert into person (oid, mail, name, subject) values (${name}, ${`${name}@before.test`}, ${name}, ${subject ?? null})`.execute(
    queries,
  )
  await sql`insert into user_role (tenant_oid, tenant_path, person_oid, role) select oid, path, ${name}, ${role} from tenant where oid = ${place}`.execute(
    queries,
  )
  if (invitation !== undefined)
    await sql`insert into invitation (person_oid, completed_at) values (${name}, ${invitation === 'completed' ? new Date() : null})`.execute(
      queries,
    )
  if (password === true) await sql`insert into identity_credential (person_oid, hash) values (${name}, 'x')`.execute(queries)
}
