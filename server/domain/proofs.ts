import { sql } from 'kysely'
import type { Role } from '../../schemas/tenancy.ts'
import type { Queries } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { textLists } from '../db/sql-parts.ts'
import { tenantJson } from '../entities/records/tenant-context.ts'
import { appendEntries, writtenEntry } from '../journal/append.ts'
import type { Caller, Membership, TenantNode } from '../policies/caller.ts'
import { createCaller } from '../policies/create-caller.ts'
import { rolesToGive } from '../policies/creatable-types.ts'
import { renewPeople } from './renew-people.ts'
import { schema, USER_ROLE, userRoleOid } from './user-role-rows.ts'

/** A role that a person has or will have. */
export interface RoleOfPerson {
  personOid: string
  tenant: TenantNode
  role: Role
}

/** How a person proved the mail address: by a link handed over, by a mailed link, or through the identity provider. */
export type Proof = 'link' | 'mail' | 'provider'

/** Whether a caller may assign a role on a tenant. */
export function mayAssign(caller: Pick<Caller, 'rightsOn'>, { tenant, role }: Membership): boolean {
  const rights = caller.rightsOn(tenant)
  return rights.has('users', 'update') && rolesToGive(rights).includes(role)
}

/**
 * Which roles are still pending, because the person has proven the mail address neither globally nor to somebody who may assign the role.
 * Locks the persons until the transaction ends.
 */
export async function areUnproven(queries: Queries, roles: readonly RoleOfPerson[]): Promise<boolean[]> {
  const people = [...new Set(roles.map(({ personOid }) => personOid))]
  const { rows } = await sql<{ person: string; proven: boolean; held: Membership[] | null }>`select person_oid as person, proven, held
    from proofs_of(${textLists([people])})`.execute(queries)
  const known = new Map(rows.map(({ person, proven, held }) => [person, { proven, to: (held ?? []).map(holderOf) }]))
  return roles.map((one) => {
    const person = known.get(one.personOid)
    return person === undefined || !(person.proven || person.to.some((holder) => mayAssign(holder, one)))
  })
}

/** A caller with only this role. */
function holderOf(membership: Membership): Caller {
  return createCaller({ oid: '', name: '', mail: '', locale: '', allAccess: false }, [membership])
}

/** Records that a person has proven the mail address globally. */
export async function proveToAll(queries: Queries, personOid: string): Promise<void> {
  await sql`update person set proven_mail = mail where oid = ${personOid}`.execute(queries)
}

/** Records that a person has proven the mail address to those who manage people like the issuer of the link. */
export async function proveToIssuer(
  queries: Queries,
  { personOid, tenant, issuer }: { personOid: string; tenant: TenantNode; issuer: Caller },
): Promise<void> {
  const held = issuer.memberships.filter(
    (one) => tenant.path.startsWith(one.tenant.path) && holderOf(one).rightsOn(tenant).has('users', 'update'),
  )
  const columns = [held.map((one) => one.tenant.oid), held.map(({ role }) => role)]
  await sql`insert into address_proof (person_oid, tenant_oid, role, mail) select p.oid, x.tenant, x.role, p.mail
    from person p, unnest(${columns[0]}::text[], ${columns[1]}::text[]) as x(tenant, role) where p.oid = ${personOid}
    on conflict (person_oid, tenant_oid, role) do update set mail = excluded.mail, proven_at = excluded.proven_at`.execute(queries)
}

interface WaitingRow {
  tenant: TenantNode
  role: Role
}

/**
 * Confirms a person's roles that are no longer pending, with a journal entry in each tenant. Requires access to all tenants and a lock on
 * the person.
 */
export async function confirmRoles(
  queries: Queries,
  { person, proof }: { person: { oid: string; name: string }; proof: Proof },
  secretKey: Buffer,
): Promise<void> {
  const { rows } =
    await sql<WaitingRow>`select u.role, ${sql.raw(tenantJson('t'))} as tenant from user_role u join tenant t on t.oid = u.tenant_oid
    where u.person_oid = ${person.oid} and u.pending order by u.tenant_oid for update of u`.execute(queries)
  const waiting = await areUnproven(
    queries,
    rows.map((row) => ({ personOid: person.oid, ...row })),
  )
  const confirmed = rows.filter((_, index) => waiting[index] === false)
  if (confirmed.length === 0) return
  await sql`update user_role set pending = false where person_oid = ${person.oid}
    and tenant_oid = any(${confirmed.map(({ tenant }) => tenant.oid)}::text[])`.execute(queries)
  await renewPeople(queries, [person.oid])
  const action = { id: newOid(), source: 'api' as const, at: new Date(), principal: person }
  const entries = confirmed.map(({ tenant, role }) =>
    writtenEntry(
      {
        tenant,
        theme: schema['x-entity'].theme,
        entity: USER_ROLE,
        eventType: 'confirmation',
        subject: { oid: userRoleOid(person.oid, tenant.oid), name: person.name },
        details: { role, proof },
      },
      action,
    ),
  )
  await appendEntries(queries, { entries, action, secretKey })
}
