import { sql } from 'kysely'
import type { Role } from '../../schemas/tenancy.ts'
import { renewPeople } from './renew-people.ts'
import { PLATFORM_OID } from './platform.ts'
import { inBatches } from '../db/batches.ts'
import { newOid } from '../db/new-oid.ts'
import { textLists, textRows } from '../db/sql-parts.ts'
import { loadTenants, type TenantContext } from '../entities/records/tenant-context.ts'
import { refuse, refuseField, activeDrafts, type Draft, type PlanWork } from '../plan/drafts/draft.ts'
import { retryError } from '../plan/drafts/named-references.ts'
import type { Domain, DomainContext, DomainEvent, DomainRow } from './domain.ts'
import { isServiceMail } from './service-mail.ts'
import { areUnproven, type RoleOfPerson } from './proofs.ts'
import { personOf, schema, USER_ROLE, userRoleOid } from './user-role-rows.ts'

/** Hooks that mirror roles into the table that is read on every call. */
export const userRoles: Domain = {
  async creating(rows, { queries }) {
    // One person may get several roles.
    const people = [...new Map(rows.map(({ oid, record }) => [personOf(oid), record]))]
    const columns = [
      people.map(([oid]) => oid),
      people.map(([, record]) => String(record['mail'])),
      people.map(([, record]) => String(record['name'])),
    ]
    const { rows: others } = await sql<{ oid: string }>`select others.oid from add_people(${textLists(columns)}) as others(oid)`.execute(
      queries,
    )
    // The same new person was created concurrently.
    if (others.length > 0) throw retryError()
  },
  async created(rows, context) {
    const { queries } = context
    const waits = await areUnproven(queries, await rolesIn(rows, context))
    const pending = new Map(rows.map((row, index) => [row, waits[index] !== false]))
    const row = (created: DomainRow): string[] => [
      created.tenantOid,
      created.tenantPath,
      personOf(created.oid),
      String(created.record['role']),
      String(pending.get(created) !== false),
    ]
    const run = (roles: readonly string[][]): Promise<unknown> =>
      sql`insert into user_role (tenant_oid, tenant_path, person_oid, role, pending) select x.tenant, x.path, x.person, x.role, x.pending::boolean
        from ${textRows(roles)} as x(tenant, path, person, role, pending)
        on conflict (tenant_oid, person_oid) do update set role = excluded.role, pending = excluded.pending`.execute(queries)
    await inBatches(rows, { row, run })
    await renewPeople(
      queries,
      rows.map(({ oid }) => personOf(oid)),
    )
    return []
  },
  /** A changed role is treated as a new one: a proof to the person who assigned the former role need not cover this one. */
  async updated(changes, context) {
    const given = changes.filter(({ before, row }) => before['role'] !== row.record['role']).map(({ row }) => row)
    const waits = await areUnproven(context.queries, await rolesIn(given, context))
    const roles = given.map(({ tenantOid, oid, record }, index) => ({
      tenant: tenantOid,
      person: personOf(oid),
      role: record['role'],
      pending: waits[index] !== false,
    }))
    const people = [given.map(({ tenantOid }) => tenantOid), given.map(({ oid }) => personOf(oid))]
    const { rows: counted } = await sql<{ oid: string }>`select u.person_oid || '/' || u.tenant_oid as oid
      from user_role u join unnest(${people[0]}::text[], ${people[1]}::text[]) as x(tenant, person) on u.tenant_oid = x.tenant and u.person_oid = x.person
      where not u.pending`.execute(context.queries)
    await sql`update user_role u set role = x.role, pending = x.pending
      from json_to_recordset(${JSON.stringify(roles)}::json) as x(tenant text, person text, role text, pending boolean)
      where u.tenant_oid = x.tenant and u.person_oid = x.person`.execute(context.queries)
    await renewPeople(context.queries, people[1] ?? [])
    const active = new Set(counted.map(({ oid }) => oid))
    return given.filter(({ oid }, index) => active.has(oid) && waits[index] !== false).map((row) => waitingEvent(row, context.tenants))
  },
  async deleted(rows, { queries }) {
    await sql`delete from user_role u using unnest(${rows.map(({ tenantOid }) => tenantOid)}::text[], ${rows.map(({ oid }) => personOf(oid))}::text[]) as x(tenant, person)
      where u.tenant_oid = x.tenant and u.person_oid = x.person`.execute(queries)
    await renewPeople(
      queries,
      rows.map(({ oid }) => personOf(oid)),
    )
    return []
  },
}

/** The roles of rows, in their order. */
async function rolesIn(rows: readonly DomainRow[], { queries, tenants }: DomainContext): Promise<RoleOfPerson[]> {
  const missing = rows.map(({ tenantOid }) => tenantOid).filter((oid) => !tenants.has(oid))
  for (const [oid, node] of await loadTenants(queries, missing)) tenants.set(oid, node)
  return rows.map(({ oid, tenantOid, record }) => {
    const tenant = tenants.get(tenantOid)
    if (tenant === undefined) throw new Error(`the tenant ${tenantOid} of a role is not known`)
    return { personOid: personOf(oid), tenant, role: record['role'] as Role }
  })
}

/** Journal entry of a role that becomes pending. */
function waitingEvent({ oid, tenantOid, tenantPath, record }: DomainRow, tenants: TenantContext): DomainEvent {
  return {
    tenantOid,
    tenantPath,
    tenantName: tenants.get(tenantOid)?.name ?? '',
    theme: schema['x-entity'].theme,
    entity: USER_ROLE,
    eventType: 'waiting',
    subject: { oid, name: String(record['name']) },
    details: { role: record['role'] },
  }
}

interface FoundPerson {
  oid: string
  mail: string
  name: string
}

/** Checks of people across the database: known mail addresses, and the last administrator of the platform. */
export async function checkPeople(work: PlanWork): Promise<void> {
  const drafts = activeDrafts(work.drafts).filter(({ model }) => model.name === USER_ROLE)
  if (drafts.length === 0) return
  await identifyPeople(
    work,
    drafts.filter(({ item }) => item.action === 'create'),
  )
  await requireAdministrator(work, drafts)
}

/** A known person keeps name and address; a new one gets those of the item. */
async function identifyPeople(work: PlanWork, drafts: readonly Draft[]): Promise<void> {
  const mails = drafts.map(({ next }) => String(next['mail'] ?? '').toLowerCase())
  const asked = new Set(mails)
  asked.delete('')
  if (asked.size === 0) return
  const { rows } = await sql<FoundPerson>`select oid, mail, name from find_people(${JSON.stringify([...asked])}::json)`.execute(
    work.queries,
  )
  const known = new Map(rows.map((person) => [person.mail.toLowerCase(), person]))
  const invited = new Map<string, FoundPerson>()
  for (const [index, draft] of drafts.entries()) {
    const mail = mails[index] ?? ''
    const { next, node, reader } = draft
    if (mail === '' || node === undefined) continue
    const person = known.get(mail) ?? invited.get(mail) ?? newPerson(draft)
    const isNew = !known.has(mail)
    if (isNew) invited.set(mail, person)
    if (isNew && isServiceMail(mail)) refuseField(draft, '/mail', { key: 'api-token.because.reserved' })
    if (isNew && reader?.rights.has('users', 'manage') !== true)
      refuseField(draft, '/mail', { key: 'user-role.because.directory', forbidden: true })
    draft.oid = userRoleOid(person.oid, node.oid)
    draft.next = { ...next, mail: person.mail, name: person.name }
    if (!draft.changed.includes('name')) draft.changed = [...draft.changed, 'name']
  }
}

function newPerson({ base, oid, next }: Draft): FoundPerson {
  const mail = String(next['mail'])
  const name = typeof next['name'] === 'string' && next['name'].trim() !== '' ? next['name'] : mail
  return { oid: base === undefined ? newOid() : personOf(oid), mail, name }
}

/** Keeps the platform's last super administrator: nobody could appoint another one, whereas other tenants have one above them. */
async function requireAdministrator({ queries }: PlanWork, drafts: readonly Draft[]): Promise<void> {
  const ofPlatform = drafts.filter(({ node }) => node?.oid === PLATFORM_OID)
  const staysSuper = ({ item, next }: Draft): boolean => item.action !== 'delete' && next['role'] === 'sa'
  const leaving = ofPlatform.filter((draft) => draft.before?.['role'] === 'sa' && !staysSuper(draft))
  if (leaving.length === 0) return
  const coming = ofPlatform.filter((draft) => draft.before?.['role'] !== 'sa' && staysSuper(draft))
  // A person with a pending proof does not count.
  const waits = await areUnproven(
    queries,
    coming.flatMap(({ oid, node }) => (node === undefined ? [] : [{ personOid: personOf(oid), tenant: node, role: 'sa' as const }])),
  )
  if (waits.includes(false)) return
  // Serializes two administrators who remove each other at once.
  const { rows } = await sql<{ person: string }>`select u.person_oid as person from user_role u join person p on p.oid = u.person_oid
    where u.tenant_oid = ${PLATFORM_OID} and u.role = 'sa' and not u.pending and p.state = 'active' order by u.person_oid for update of u`.execute(
    queries,
  )
  const gone = new Set(leaving.map(({ oid }) => personOf(oid)))
  if (rows.some(({ person }) => !gone.has(person))) return
  for (const draft of leaving) {
    if (draft.item.action === 'delete') refuse(draft, 400, { key: 'user-role.because.lastAdministrator' })
    else refuseField(draft, '/role', { key: 'user-role.because.lastAdministrator' })
  }
}
