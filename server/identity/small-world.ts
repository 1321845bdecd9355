import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Role } from '../../schemas/tenancy.ts'
import type { TenantType } from '../../schemas/vocabulary/context.ts'
import type { Database, Queries } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { testDatabase } from '../db/test-database.ts'
import { registerProblems } from '../plugins/problem.ts'
import { registerSecurity } from '../plugins/security.ts'

/** Tenants of the tests of identity and user API: oid, path, type, name. */
export const TENANTS: [oid: string, path: string, type: TenantType, name: string][] = [
  ['platform', 'a.', 'po', 'Platform'],
  ['vad', 'a.1.', 'vad', 'Distributor'],
  ['msp', 'a.1.1.', 'msp', 'Northwind'],
  ['acme', 'a.1.1.1.', 'managed_customer', 'Acme'],
  ['diy', 'a.1.1.2.', 'diy_customer', 'Bolt 100% _pure_'],
  ['reseller', 'a.2.', 'reseller', 'Zeta'],
  ['zoo', 'a.2.1.', 'managed_customer', 'Zoo'],
]

/** People of those tests: mail, name, roles by tenant. */
export const PEOPLE: [mail: string, name: string, roles: Record<string, Role>][] = [
  ['owner@demo.test', 'Olga Owner', { platform: 'sa' }],
  ['msp@demo.test', 'Mats Provider', { msp: 'admin' }],
  ['viewer@demo.test', 'Vera Viewer', { acme: 'viewer' }],
  ['many@demo.test', 'Mona Many', { acme: 'admin', reseller: 'viewer', diy: 'no_access' }],
  ['nobody@demo.test', 'Nils Nobody', {}],
  ['shut@demo.test', 'Sam Shut', { acme: 'no_access' }],
]

/** Oid of a person of the small world. */
export function personOid(mail: string): string {
  return `person-${mail.split('@')[0]}`
}

/** Identity knows no entity. */
const NO_SCHEMAS = {}

/** An embedded database with the tenants and people above. */
export async function smallWorld(): Promise<Database> {
  const db = await testDatabase(NO_SCHEMAS)
  await db.transaction(EVERYTHING, async (queries) => {
    for (const [oid, path, type, name] of TENANTS) await insertTenant(queries, { oid, path, type, name })
    for (const [mail, name, roles] of PEOPLE) {
      await sql`insert into person (oid, mail, proven_mail, name, all_access) values (${personOid(mail)}, ${mail}, ${mail}, ${name}, ${mail === 'many@demo.test'})`.execute(
        queries,
      )
      for (const [tenant, role] of Object.entries(roles)) {
        await sql`insert into user_role (tenant_oid, tenant_path, person_oid, role) select oid, path, ${personOid(mail)}, ${role} from tenant where oid = ${tenant}`.execute(
          queries,
        )
      }
    }
  })
  return db
}

/** A service with the refusals and headers of the real one, and nothing else. */
export async function bareService(publicUrl: string): Promise<FastifyInstance> {
  const app = fastify()
  registerProblems(app)
  await registerSecurity(app, { rateLimit: 0, publicUrl })
  return app
}

async function insertTenant(queries: Queries, tenant: { oid: string; path: string; type: TenantType; name: string }): Promise<void> {
  const parent = TENANTS.find(
    ([, path]) =>
      tenant.path.startsWith(path) && path.length < tenant.path.length && tenant.path.slice(path.length).split('.').length === 2,
  )
  const features = tenant.oid === 'diy' ? { directory_users: 'enabled', sdi: 'disabled' } : {}
  await sql`insert into tenant (oid, parent_oid, type, name, path, features)
    values (${tenant.oid}, ${parent?.[0] ?? null}, ${tenant.type}, ${tenant.name}, ${tenant.path}, ${JSON.stringify(features)}::jsonb)`.execute(
    queries,
  )
}
