import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Role } from '../../schemas/tenancy.ts'
import type { Database, Queries } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { personOf, schema, USER_ROLE } from '../domain/user-role-rows.ts'
import { catalogueOf } from '../entities/catalogue.ts'
import { hasUnstorable } from '../entities/filter/parse-filter.ts'
import { oneRecord } from '../entities/one-record.ts'
import { tenantJson } from '../entities/tenant-context.ts'
import { newInvitationToken } from '../identity/invitations.ts'
import { appendEntries, writtenEntry } from '../journal/append.ts'
import { fieldError } from '../plan/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'
import { rolesToGive } from '../policies/creatable-types.ts'

interface InvitationParts {
  db: Database
  publicUrl: string
  /** Passwords are kept here; with another provider people have theirs there, and come by themselves. */
  isEmbedded: boolean
}

/** What somebody who was attached begins with. */
interface Invitation {
  link: string
  /** Absent: the link always leads to the console. */
  expiresAt?: string
}

/** A link for somebody who was attached and has not come yet; the scope must have a caller. */
export function registerInvitations(scope: FastifyInstance, { db, publicUrl, isEmbedded }: InvitationParts): void {
  const model = catalogueOf(db).models.get(USER_ROLE)
  if (model === undefined) return
  scope.post(`${model.meta.route}/:oid/invitation`, async ({ caller, params }, reply): Promise<{ data: [Invitation] }> => {
    const { oid } = params as { oid: string }
    if (hasUnstorable(oid)) throw new HttpProblem(404, 'There is no such user-role, or you may not read it.')
    const record = await oneRecord(db, caller, { model, oid, named: undefined })
    const may = record.can['update']
    if (may !== true) throw refusal(403, may?.because ?? 'service.because.update')
    const data = await db.transaction(EVERYTHING, async (queries): Promise<[Invitation]> => {
      const held = await rolesOf(queries, personOf(oid))
      if (!held.every((one) => mayGive(caller, one))) throw refusal(403, 'user-role.because.elsewhere')
      if (record['invitedAt'] === undefined) throw refusal(409, 'user-role.because.come')
      const made = isEmbedded ? await newInvitationToken(queries, personOf(oid)) : undefined
      if (isEmbedded && made === undefined) throw refusal(409, 'user-role.because.come')
      await tell(queries, { caller, subject: { oid, name: String(record['name']) }, role: record['role'] as Role, held }, db.secretKey)
      if (made === undefined) return [{ link: `${publicUrl}/` }]
      return [{ link: `${publicUrl}/oidc/invitation?token=${made.token}`, expiresAt: made.expiresAt }]
    })
    reply.code(201)
    return { data }
  })
}

interface HeldRole {
  tenant: TenantNode
  role: Role
}

/** Every role of a person, wherever it is. */
async function rolesOf(queries: Queries, personOid: string): Promise<HeldRole[]> {
  const { rows } =
    await sql<HeldRole>`select u.role, ${sql.raw(tenantJson('t'))} as tenant from user_role u join tenant t on t.oid = u.tenant_oid
    where u.person_oid = ${personOid}`.execute(queries)
  return rows
}

/** Whoever makes the link could use it: it opens no door that was not theirs to open. */
function mayGive(caller: Caller, { tenant, role }: HeldRole): boolean {
  const rights = caller.rightsOn(tenant)
  return rights.has('users', 'update') && rolesToGive(rights).includes(role)
}

interface Told {
  caller: Caller
  subject: { oid: string; name: string }
  role: Role
  held: readonly HeldRole[]
}

async function tell(queries: Queries, { caller, subject, role, held }: Told, secretKey: Buffer): Promise<void> {
  const tenant = held.find((one) => subject.oid.endsWith(`/${one.tenant.oid}`))?.tenant
  if (tenant === undefined) throw new HttpProblem(404, 'There is no such user-role, or you may not read it.')
  const action = { id: newOid(), source: 'api' as const, at: new Date(), principal: { oid: caller.oid, name: caller.name } }
  const entry = { tenant, theme: schema['x-entity'].theme, entity: USER_ROLE, eventType: 'invitation', subject, details: { role } }
  await appendEntries(queries, { entries: [writtenEntry(entry, action)], action, secretKey })
}

function refusal(status: 403 | 409, key: string): HttpProblem {
  const error = fieldError('', key)
  return new HttpProblem(status, error.message, { errors: [error] })
}
