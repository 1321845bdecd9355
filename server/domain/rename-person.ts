import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { lockedRows } from '../db/row-locks.ts'
import { newOid } from '../db/new-oid.ts'
import { appendEntries, writtenEntry, type NewEntry } from '../journal/append.ts'
import { USER_ROLE, hasUserRoles, keptBeside, schema, table } from './user-role-rows.ts'

interface NamedRow {
  oid: string
  revision: number
  data: { name: string; mail: string; role: string }
  tenant: NewEntry['tenant']
}

/** Renames a person in all their roles, with a journal entry in each tenant. */
export async function renamePerson(
  queries: Queries,
  { oid, name, before }: { oid: string; name: string; before: string },
  secretKey: Buffer,
): Promise<void> {
  await sql`update person set name = ${name} where oid = ${oid} and state = 'active'`.execute(queries)
  if (!(await hasUserRoles(queries))) return
  const rows = await lockedRows(
    queries,
    { kind: USER_ROLE },
    (lock) => sql<NamedRow>`select r.oid, r.revision, r.data, json_build_object('oid', t.oid, 'name', t.name, 'path', t.path) as tenant
    from user_role u join ${table} r on r.tenant_oid = u.tenant_oid and r.oid = u.person_oid || '/' || u.tenant_oid join tenant t on t.oid = u.tenant_oid
    where u.person_oid = ${oid} order by r.oid ${lock}`,
  )
  const at = new Date()
  const changed = rows.map((row) => ({
    ...row,
    revision: row.revision + 1,
    data: { ...row.data, name },
    ...keptBeside({ ...row.data, name }),
  }))
  const written = changed.map(({ oid: role, revision, data, search, sortKeys }) => ({ role, revision, data, search, sortKeys }))
  await sql`update ${table} r set data = x.data, revision = x.revision, search_text = x.search, sort_keys = x."sortKeys", updated_at = ${at}::timestamptz, updated_by = ${name}
    from json_to_recordset(${JSON.stringify(written)}::json) as x(role text, revision integer, data jsonb, search text, "sortKeys" jsonb) where r.oid = x.role`.execute(
    queries,
  )
  const action = { id: newOid(), source: 'api' as const, at, principal: { oid, name } }
  const entries = changed.map(({ oid: role, revision, data, tenant }) =>
    writtenEntry(
      {
        tenant,
        theme: schema['x-entity'].theme,
        entity: USER_ROLE,
        eventType: 'update',
        subject: { oid: role, name },
        revision,
        details: { role: data.role, changes: { name: { before, after: name } } },
      },
      action,
    ),
  )
  await appendEntries(queries, { entries, action, secretKey })
}
