import { inserted } from '../db/sql-parts.ts'
import { sql } from 'kysely'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import type { Role } from '../../schemas/tenancy.ts'
import type { Rec } from '../../schemas/vocabulary/types.ts'
import type { Database, Queries } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { tableOf } from '../entities/model/field.ts'
import { orderKeysOf, searchText } from '../entities/model/record-texts.ts'
import { appendEntries, writtenEntry } from '../journal/append.ts'
import { entryOfEvent } from '../journal/entries-of.ts'
import type { DomainEvent } from './domain.ts'

/** The entity of people and their roles. */
export const USER_ROLE = 'user-role'

/** Its schema. */
export const schema = entitySchemas[USER_ROLE]
/** Its table, for statements. */
export const table = sql.raw(tableOf(USER_ROLE))

/** A role in the tables of tenants and persons. */
export interface AssignedRole {
  tenant: { oid: string; path: string; name: string }
  person: { oid: string; mail: string; name: string }
  role: Role
}

/** Identifier of a person's role on a tenant. */
export function userRoleOid(personOid: string, tenantOid: string): string {
  return `${personOid}/${tenantOid}`
}

/** Identifier of the person of a role. */
export function personOf(oid: string): string {
  return oid.slice(0, oid.indexOf('/'))
}

/** Search text and sort keys of a row. */
export function keptBeside(record: Rec): { search: string; sortKeys: Record<string, string> } {
  return { search: searchText(schema, record), sortKeys: orderKeysOf(schema, record) }
}

/** Inserts records of roles that are not created by a plan item, e.g. those assigned with a new tenant. Does nothing without the entity. */
export async function storeUserRoles(
  queries: Queries,
  given: readonly AssignedRole[],
  { at, by }: { at: Date; by: string },
): Promise<void> {
  if (given.length === 0 || !(await hasUserRoles(queries))) return
  const rows = given.map(({ tenant, person, role }) => {
    const record = { mail: person.mail, name: person.name, role }
    return { tenant: tenant.oid, path: tenant.path, oid: userRoleOid(person.oid, tenant.oid), data: record, ...keptBeside(record) }
  })
  await sql`insert into ${table} (tenant_oid, tenant_path, oid, revision, data, search_text, sort_keys, created_at, created_by, updated_at, updated_by)
    select x.tenant, x.path, x.oid, 1, x.data, x.search, x."sortKeys", ${at}::timestamptz, ${by}, ${at}::timestamptz, ${by}
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(tenant text, path text, oid text, data jsonb, search text, "sortKeys" jsonb) ${inserted}`.execute(
    queries,
  )
}

/** Journal entry of such a role. */
export function assignmentEvent({ tenant, person, role }: AssignedRole): DomainEvent {
  return {
    tenantOid: tenant.oid,
    tenantPath: tenant.path,
    tenantName: tenant.name,
    theme: schema['x-entity'].theme,
    entity: USER_ROLE,
    eventType: 'creation',
    subject: { oid: userRoleOid(person.oid, tenant.oid), name: person.name },
    revision: 1,
    details: {
      role,
      changes: {
        tenantOid: { after: tenant.oid, afterName: tenant.name },
        mail: { after: person.mail },
        name: { after: person.name },
        role: { after: role },
      },
    },
  }
}

/** Creates the record and journal entry of roles that lack them: the first administrator's, and those of older databases. */
export async function addMissingUserRoles(database: Database): Promise<void> {
  await database.transaction(EVERYTHING, async (queries) => {
    if (!(await hasUserRoles(queries))) return
    const { rows } = await sql<AssignedRole>`with assigned as materialized (
        select json_build_object('oid', t.oid, 'path', t.path, 'name', t.name) as tenant,
          json_build_object('oid', p.oid, 'mail', p.mail, 'name', p.name) as person, u.role, t.path, u.person_oid, u.tenant_oid
        from user_role u join tenant t on t.oid = u.tenant_oid join person p on p.oid = u.person_oid)
      select a.tenant, a.person, a.role from assigned a
      where a.person_oid || '/' || a.tenant_oid not in (select r.oid from ${table} r) order by a.path, a.person_oid`.execute(queries)
    const at = new Date()
    const action = { id: newOid(), source: 'api' as const, at, principal: { oid: 'service', name: 'Service' } }
    await storeUserRoles(queries, rows, { at, by: action.principal.name })
    const entries = rows.map((given) => writtenEntry(entryOfEvent(assignmentEvent(given)), action))
    await appendEntries(queries, { entries, action, secretKey: database.secretKey })
  })
}

/** Whether the database keeps the entity at all. */
export async function hasUserRoles(queries: Queries): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${tableOf(USER_ROLE)}) is not null as found`.execute(queries)
  return rows[0]?.found === true
}
