import { sql } from 'kysely'
import type { LicensingMode } from '../../schemas/vocabulary/context.ts'
import { inBatches } from '../db/batches.ts'
import { newOid } from '../db/new-oid.ts'
import { lockedRows } from '../db/row-locks.ts'
import { inserted, textRows } from '../db/sql-parts.ts'
import type { TenantContext } from '../entities/records/tenant-context.ts'
import type { TenantNode } from '../policies/caller.ts'
import type { Domain, DomainContext, DomainEvent, DomainRow } from './domain.ts'
import { areUnproven } from './proofs.ts'
import { renewPeople, renewPeopleOf } from './renew-people.ts'
import { assignmentEvent, storeUserRoles, type AssignedRole } from './user-role-rows.ts'

/** Initial features of a customer; other tenants have none. */
const CUSTOMER_FEATURES: TenantNode['features'] = {
  cloud_security: 'not_available',
  sdi: 'not_available',
  cloud_mesh: 'not_available',
  directory_users: 'enabled',
}

/** Hooks of partners and customers: each has a node in the tenant tree, and may get an initial administrator. */
export const tenants: Domain = {
  creating: allocatePaths,
  async created(rows, context) {
    await insertNodes(context, rows)
    return inviteAdministrators(rows, context)
  },
  async updated(changes, { queries }) {
    const nodes = changes.map(({ row }) => ({
      oid: row.oid,
      name: row.record['name'],
      state: row.record['state'],
      reporting: row.record['reporting'],
    }))
    const { rows } = await sql<{
      oid: string
    }>`update tenant t set name = x.name, state = x.state, reporting = x.reporting
      from json_to_recordset(${JSON.stringify(nodes)}::json) as x(oid text, name text, state text, reporting text)
      where t.oid = x.oid and (t.name, t.state, t.reporting) is distinct from (x.name, x.state, x.reporting) returning t.oid`.execute(
      queries,
    )
    await renewPeopleOf(
      queries,
      rows.map(({ oid }) => oid),
    )
    return []
  },
  async deleted(rows, { queries }) {
    const oids = rows.map(({ oid }) => oid)
    await renewPeopleOf(queries, oids)
    await sql`delete from user_role where tenant_oid = any(${oids}::text[])`.execute(queries)
    await sql`delete from licence_calendar where tenant_oid = any(${oids}::text[])`.execute(queries)
    await sql`delete from list_view where holder = any(${oids}::text[]) and kind = 'shared'`.execute(queries)
    await sql`delete from list_view_change where tenant_oid = any(${oids}::text[])`.execute(queries)
    await sql`delete from tenant where oid = any(${oids}::text[])`.execute(queries)
    return []
  },
}

/** Allocates path labels, counted per parent under a lock of the parent's row. Parents created by the same plan come first. */
async function allocatePaths(rows: DomainRow[], { queries, tenants: known }: DomainContext): Promise<void> {
  const created = new Map(rows.map((row) => [row.oid, row]))
  const byParent = new Map<string, DomainRow[]>()
  for (const row of rows) {
    const siblings = byParent.get(row.tenantOid)
    if (siblings === undefined) byParent.set(row.tenantOid, [row])
    else siblings.push(row)
  }
  const stored = [...byParent.keys()].filter((oid) => !created.has(oid)).toSorted()
  const counts = stored.map((oid) => byParent.get(oid)?.length ?? 0)
  await lockedRows(
    queries,
    { kind: 'tenant' },
    (lock) => sql<{ oid: string }>`select r.oid from tenant r where r.oid = any(${stored}::text[]) order by r.oid ${lock}`,
  )
  const { rows: parents } = await sql<{ oid: string; path: string; last: string }>`update tenant t set last_label = t.last_label + x.count
    from unnest(${stored}::text[], ${counts}::bigint[]) as x(oid, count) where t.oid = x.oid returning t.oid, t.path, t.last_label - x.count as last`.execute(
    queries,
  )
  // A parent was deleted concurrently: retry, the plan will then be refused.
  if (parents.length < stored.length) throw Object.assign(new Error('a parent tenant was deleted meanwhile'), { code: '40001' })
  const open = parents.map(({ oid, path, last }) => ({ oid, path, last: Number(last) }))
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const { oid, path, last } = parent
    byParent.get(oid)?.forEach((row, index) => {
      row.tenantPath = earlierPath(row, path) ?? `${path}${(last + index + 1).toString(36)}.`
      known.set(row.oid, nodeOf(row, known.get(oid)))
      open.push({ oid: row.oid, path: row.tenantPath, last: row.kept?.lastLabel ?? 0 })
    })
  }
}

/** The former path of a tenant restored below the same parent, so that it sees its earlier journal. */
function earlierPath({ kept }: DomainRow, above: string): string | undefined {
  return kept?.path.startsWith(above) === true ? kept.path : undefined
}

/** Licensing mode: sellers have their own, customers inherit it. */
function modeOf({ record }: DomainRow, parent: TenantNode | undefined): LicensingMode | null {
  if (record['type'] === 'msp' || record['type'] === 'reseller')
    return record['licensingMode'] === 'consumption' ? 'consumption' : 'subscription'
  return parent?.licensingMode ?? null
}

function nodeOf(row: DomainRow, parent: TenantNode | undefined): TenantNode {
  const { oid, tenantOid, tenantPath, record } = row
  const type = record['type'] as TenantNode['type']
  const first = type === 'managed_customer' || type === 'diy_customer' ? CUSTOMER_FEATURES : {}
  return {
    oid,
    name: String(record['name']),
    type,
    parentOid: tenantOid,
    path: tenantPath,
    state: record['state'] === 'frozen' ? 'frozen' : 'active',
    features: row.kept?.features ?? first,
    licensingMode: modeOf(row, parent),
  }
}

async function insertNodes({ queries, tenants: known }: DomainContext, rows: DomainRow[]): Promise<void> {
  const children = new Map<string, number>()
  for (const { tenantOid } of rows) children.set(tenantOid, (children.get(tenantOid) ?? 0) + 1)
  const written = (row: DomainRow): string[] => {
    const { oid, type, name, state, path, features, licensingMode } = known.get(row.oid) ?? nodeOf(row, known.get(row.tenantOid))
    const lastLabel = (children.get(row.oid) ?? 0) + (row.kept?.lastLabel ?? 0)
    return [
      oid,
      row.tenantOid,
      type,
      name,
      state,
      path,
      JSON.stringify(features),
      String(lastLabel),
      licensingMode ?? '',
      String(row.record['reporting'] ?? ''),
    ]
  }
  const run = (nodes: readonly string[][]): Promise<unknown> =>
    sql`insert into tenant (oid, parent_oid, type, name, state, path, features, last_label, licensing_mode, reporting)
      select x.oid, x.parent_oid, x.type, x.name, x.state, x.path, x.features::jsonb, x.last_label::bigint, nullif(x.licensing_mode, ''), nullif(x.reporting, '')
      from ${textRows(nodes)} as x(oid, parent_oid, type, name, state, path, features, last_label, licensing_mode, reporting) ${inserted}`.execute(
      queries,
    )
  await inBatches(rows, { row: written, run })
}

/** Makes the contact administrator of the new tenant; a person with that mail address may already exist. */
async function inviteAdministrators(rows: DomainRow[], { queries, caller, now, tenants: known }: DomainContext): Promise<DomainEvent[]> {
  const invited = rows.filter(({ transient, record }) => transient['createAdmin'] === true && typeof record['contactEmail'] === 'string')
  if (invited.length === 0) return []
  const contacts = invited.map(({ record }) => ({ oid: newOid(), mail: record['contactEmail'], name: record['contactName'] }))
  const { rows: people } = await sql<{
    oid: string
    mail: string
    name: string
  }>`select oid, mail, name from ensure_people(${JSON.stringify(contacts)}::json)`.execute(queries)
  const byMail = new Map(people.map((person) => [person.mail.toLowerCase(), person]))
  const grants = invited.flatMap((row): AssignedRole[] => {
    const person = byMail.get(String(row.record['contactEmail']).toLowerCase())
    const tenant = { oid: row.oid, path: row.tenantPath, name: String(row.record['name']) }
    return person === undefined ? [] : [{ tenant, person, role: 'admin' }]
  })
  const waits = await areUnproven(
    queries,
    grants.map(({ tenant, person, role }) => ({ personOid: person.oid, tenant: nodeIn(known, tenant.oid), role })),
  )
  const roles = grants.map(({ tenant, person }, index) => ({
    tenant_oid: tenant.oid,
    tenant_path: tenant.path,
    person_oid: person.oid,
    pending: waits[index] !== false,
  }))
  await sql`insert into user_role (tenant_oid, tenant_path, person_oid, role, pending) select x.tenant_oid, x.tenant_path, x.person_oid, 'admin', x.pending
    from json_to_recordset(${JSON.stringify(roles)}::json) as x(tenant_oid text, tenant_path text, person_oid text, pending boolean) ${inserted}`.execute(
    queries,
  )
  await renewPeople(
    queries,
    people.map(({ oid }) => oid),
  )
  await storeUserRoles(queries, grants, { at: now, by: caller.name })
  return grants.map(assignmentEvent)
}

function nodeIn(known: TenantContext, oid: string): TenantNode {
  const node = known.get(oid)
  if (node === undefined) throw new Error(`the tenant ${oid} is not known`)
  return node
}
