import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '../../../schemas/tenancy.ts'
import { asService, type Database, type Queries } from '../../db/database.ts'
import { mayAssign } from '../../domain/proofs.ts'
import { hasUnstorable } from '../../../schemas/vocabulary/storable-text.ts'
import { tenantJson } from '../../entities/records/tenant-context.ts'
import type { Caller, TenantNode } from '../../policies/caller.ts'
import { loadIssuer } from '../../policies/load-caller.ts'

/** Lifetime of an invitation link. */
export const LINK_HOURS = 72

/** Parameters of a new link. */
export interface NewLink {
  personOid: string
  tenantOid: string
  /** The issuer, whose permission to assign the role is checked again when the link is used. */
  issuerOid: string
  /** Sent to the address only, so that its use verifies the address for everybody. */
  byMail: boolean
}

/** A link that is currently valid. */
export interface OpenLink {
  personOid: string
  mail: string
  name: string
  tenant: TenantNode
  issuer: Caller
  byMail: boolean
  /** The account is already in use, so the person signs in to it instead of choosing a password. */
  mustSignIn: boolean
}

/** Creates a link and returns its secret, of which only the hash is stored. */
export async function newLink(
  queries: Queries,
  { personOid, tenantOid, issuerOid, byMail }: NewLink,
): Promise<{ token: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql<{
    expiresAt: Date
  }>`insert into invitation_link (token_hash, person_oid, tenant_oid, issuer_oid, mail, by_mail, expires_at)
    select ${digest(token)}, p.oid, ${tenantOid}, ${issuerOid}, p.mail, ${byMail}, now() + make_interval(hours => ${LINK_HOURS}::int)
    from person p where p.oid = ${personOid} returning expires_at as "expiresAt"`.execute(queries)
  const [row] = rows
  if (row === undefined) throw new Error(`the person ${personOid} does not exist`)
  return { token, expiresAt: row.expiresAt.toISOString() }
}

/** Revokes all links for one role of a person. */
export async function revokeLinks(queries: Queries, { personOid, tenantOid }: { personOid: string; tenantOid: string }): Promise<void> {
  await sql`delete from invitation_link where person_oid = ${personOid} and tenant_oid = ${tenantOid}`.execute(queries)
}

interface LinkRow {
  personOid: string
  mail: string
  name: string
  tenant: TenantNode
  issuerOid: string
  byMail: boolean
  role: Role
  pending: boolean
  hasPassword: boolean
  works: boolean
}

/**
 * Resolves a link; `undefined` if it is used, replaced or expired, if its role or address no longer exists, or if its issuer may no longer
 * assign the role. `lock` locks the person and the link until the transaction ends. Requires a scope of all tenants.
 */
export async function openLink(queries: Queries, token: string, { lock = false } = {}): Promise<OpenLink | undefined> {
  if (token === '' || hasUnstorable(token)) return undefined
  const hash = digest(token)
  if (lock) {
    await sql`select from person where oid = (select person_oid from invitation_link where token_hash = ${hash}) for no key update`.execute(
      queries,
    )
    await sql`select from invitation_link where token_hash = ${hash} for update`.execute(queries)
  }
  // A role created after the link is a different one: the person was detached and attached again.
  const { rows } =
    await sql<LinkRow>`select p.oid as "personOid", p.mail, p.name, ${sql.raw(tenantJson('t'))} as tenant, l.issuer_oid as "issuerOid",
      l.by_mail as "byMail", u.role, u.pending, coalesce(c.hash is not null, false) as "hasPassword",
      exists (select from user_role o where o.person_oid = p.oid and not o.pending) as works
    from invitation_link l join person p on p.oid = l.person_oid join user_role u on u.person_oid = l.person_oid and u.tenant_oid = l.tenant_oid
      join tenant t on t.oid = u.tenant_oid left join identity_credential c on c.person_oid = p.oid
    where l.token_hash = ${hash} and l.expires_at > now() and l.created_at >= u.created_at and lower(l.mail) = lower(p.mail) and p.state = 'active'`.execute(
      queries,
    )
  const [row] = rows
  if (row === undefined || !row.pending || (!row.byMail && isTaken(row))) return undefined
  const issuer = await loadIssuer(queries, row.issuerOid)
  if (issuer === undefined || !mayAssign(issuer, row)) return undefined
  const { personOid, mail, name, tenant, byMail } = row
  return { personOid, mail, name, tenant, issuer, byMail, mustSignIn: !byMail && row.works }
}

/** Whether the account is in use without a password, i.e. through another sign-in; a link that set one would take over its roles. */
export function isTaken({ works, hasPassword }: { works: boolean; hasPassword: boolean }): boolean {
  return works && !hasPassword
}

/** Ends all links of a person at the first sign-in. Idempotent. */
export async function completeInvitation(db: Database, personOid: string): Promise<void> {
  await asService(db, (queries) => completeInvitationIn(queries, personOid))
}

/** Like `completeInvitation`, on an existing connection. */
export async function completeInvitationIn(queries: Queries, personOid: string): Promise<void> {
  await sql`with come as (update invitation set completed_at = now() where person_oid = ${personOid} and completed_at is null returning person_oid)
    delete from invitation_link where person_oid in (select person_oid from come)`.execute(queries)
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
