import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Role } from '../../schemas/tenancy.ts'
import type { ServedRecord } from '../../schemas/plan.ts'
import type { Database, Queries } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import { personOf, schema, USER_ROLE } from '../domain/user-role-rows.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { hasUnstorable } from '../../schemas/vocabulary/storable-text.ts'
import { oneRecord } from '../entities/records/one-record.ts'
import { tenantJson } from '../entities/records/tenant-context.ts'
import { isTaken, LINK_HOURS, newLink, revokeLinks } from '../identity/accounts/invitations.ts'
import { chooseLanguage, type Language, type Translate } from '../identity/pages/texts.ts'
import { appendEntries, principalOf, writtenEntry } from '../journal/append.ts'
import { invitationMail } from '../mail/invitation-mail.ts'
import type { Mailer } from '../mail/mailer.ts'
import { englishText, fieldError } from '../plugins/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import type { TenantNode } from '../policies/caller.ts'
import type { KnownCaller } from '../policies/create-caller.ts'

/** Invitations per caller and minute: limited, as each may send an unsolicited mail. */
const RATE_LIMIT = { max: 60, timeWindow: 60_000 }

interface InvitationParts {
  db: Database
  publicUrl: string
  /** Whether the embedded identity provider, which stores passwords, is in use. With an external one, people just sign in. */
  isEmbedded: boolean
  texts: (language: Language) => Translate
  /** Absent: no mail is sent. */
  mailer?: Mailer | undefined
}

/** Response body: the invitation of a person whose role is pending. */
interface Invitation {
  link: string
  /** Absent: the link is the console's address, which does not expire. */
  expiresAt?: string
  /** Whether a mail with a separate link was sent; absent without a mail server. */
  mailed?: boolean
  /** Why the mail was not sent. */
  warning?: string
}

/** Registers the call that invites an attached person who has not verified the mail address; `scope` must have a caller. */
export function registerInvitations(scope: FastifyInstance, parts: InvitationParts): void {
  const { db } = parts
  const model = catalogueOf(db).models.get(USER_ROLE)
  if (model === undefined) return
  const route = `${model.meta.route}/:oid/invitation`
  scope.post(
    route,
    { config: { rateLimit: RATE_LIMIT, personOnly: true } },
    async ({ caller, params, log }, reply): Promise<{ data: [Invitation] }> => {
      const { oid } = params as { oid: string }
      if (hasUnstorable(oid)) throw unknownRole()
      const record = await oneRecord(db, caller, { model, oid, named: undefined })
      const may = record.can['update']
      if (may !== true) throw refusal(403, may?.because ?? 'service.because.update')
      const made = await db.transaction(EVERYTHING, (queries) => invite(queries, parts, { caller, oid, record }))
      reply.code(201)
      return { data: [{ ...made.invitation, ...(await delivered(parts, made.mailing, log)) }] }
    },
  )
}

interface Waiting {
  tenant: TenantNode
  role: Role
  mail: string
  locale: string
  pending: boolean
  works: boolean
  hasPassword: boolean
}

interface Made {
  invitation: Invitation
  /** The mail to send after the transaction. */
  mailing: { mailer: Mailer; link: string; hours?: number; caller: KnownCaller; waiting: Waiting } | undefined
}

/** Replaces earlier links by new ones: one returned to the caller, and one that is only mailed, so that its use verifies the address. */
async function invite(
  queries: Queries,
  { db, publicUrl, isEmbedded, mailer }: InvitationParts,
  { caller, oid, record }: { caller: KnownCaller; oid: string; record: ServedRecord },
): Promise<Made> {
  const personOid = personOf(oid)
  const waiting = await waitingRole(queries, personOid, oid.slice(personOid.length + 1))
  if (!waiting.pending) throw refusal(409, 'user-role.because.come')
  if (isEmbedded && isTaken(waiting)) throw refusal(403, 'user-role.because.elsewhere')
  await recordInvitation(queries, { caller, subject: { oid, name: String(record['name']) }, waiting }, db.secretKey)
  const mailing = (link: string, hours?: number): Made['mailing'] =>
    mailer && { mailer, link, caller, waiting, ...(hours !== undefined && { hours }) }
  if (!isEmbedded) return { invitation: { link: `${publicUrl}/` }, mailing: mailing(`${publicUrl}/`) }
  const wanted = { personOid, tenantOid: waiting.tenant.oid, issuerOid: caller.oid }
  const addressOf = (token: string): string => `${publicUrl}/oidc/invitation?token=${token}`
  await revokeLinks(queries, wanted)
  const shown = await newLink(queries, { ...wanted, byMail: false })
  const hidden = mailer && (await newLink(queries, { ...wanted, byMail: true }))
  return {
    invitation: { link: addressOf(shown.token), expiresAt: shown.expiresAt },
    mailing: hidden && mailing(addressOf(hidden.token), LINK_HOURS),
  }
}

/** Reads the role and locks its person, so that concurrent invitations leave one pair of links. */
async function waitingRole(queries: Queries, personOid: string, tenantOid: string): Promise<Waiting> {
  await sql`select from person where oid = ${personOid} for no key update`.execute(queries)
  const { rows } = await sql<Waiting>`select ${sql.raw(tenantJson('t'))} as tenant, u.role, u.pending, p.mail, p.locale,
      coalesce(c.hash is not null, false) as "hasPassword", exists (select from user_role o where o.person_oid = p.oid and not o.pending) as works
    from user_role u join tenant t on t.oid = u.tenant_oid join person p on p.oid = u.person_oid left join identity_credential c on c.person_oid = p.oid
    where u.person_oid = ${personOid} and u.tenant_oid = ${tenantOid}`.execute(queries)
  const [row] = rows
  if (row === undefined) throw unknownRole()
  return row
}

/** Sends the mail; a failure becomes a warning, as the link is valid regardless. */
async function delivered(
  { texts }: InvitationParts,
  mailing: Made['mailing'],
  log: FastifyBaseLogger,
): Promise<Pick<Invitation, 'mailed' | 'warning'>> {
  if (mailing === undefined) return {}
  const { mailer, link, hours, caller, waiting } = mailing
  const language = chooseLanguage([waiting.locale, caller.locale])
  const about = { to: waiting.mail, link, issuer: caller.name, tenant: waiting.tenant.name, role: waiting.role }
  try {
    await mailer.send(invitationMail({ t: texts(language), language }, { ...about, ...(hours !== undefined && { hours }) }))
    return { mailed: true }
  } catch (error) {
    log.warn({ err: error }, 'an invitation could not be mailed')
    return { mailed: false, warning: englishText('user-role.notice.notMailed') }
  }
}

interface RecordedInvitation {
  caller: KnownCaller
  subject: { oid: string; name: string }
  waiting: Waiting
}

async function recordInvitation(
  queries: Queries,
  { caller, subject, waiting: { tenant, role } }: RecordedInvitation,
  secretKey: Buffer,
): Promise<void> {
  const action = { id: newOid(), source: 'api' as const, at: new Date(), principal: principalOf(caller) }
  const entry = { tenant, theme: schema['x-entity'].theme, entity: USER_ROLE, eventType: 'invitation', subject, details: { role } }
  await appendEntries(queries, { entries: [writtenEntry(entry, action)], action, secretKey })
}

function unknownRole(): HttpProblem {
  return new HttpProblem(404, 'There is no such user-role, or you may not read it.')
}

function refusal(status: 403 | 409, key: string): HttpProblem {
  const error = fieldError('', key)
  return new HttpProblem(status, error.message, { errors: [error] })
}
