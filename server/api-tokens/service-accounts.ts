import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ServiceAccount } from '../../schemas/api-tokens.ts'
import type { FieldError } from '../../schemas/plan.ts'
import { hasUnstorable } from '../../schemas/vocabulary/storable-text.ts'
import { asService, type Database } from '../db/database.ts'
import { codeOf } from '../db/errors.ts'
import { newOid } from '../db/new-oid.ts'
import { withinScopes } from '../db/scope-sql.ts'
import { SERVICE_MAIL_DOMAIN } from '../domain/service-mail.ts'
import { personOf, USER_ROLE } from '../domain/user-role-rows.ts'
import { tenantNode } from '../entities/http/route-tenant.ts'
import { applyPlan, type PlanOptions, type PlanOutcome } from '../plan/apply-plan.ts'
import { fieldError } from '../plugins/english-text.ts'
import { HttpProblem } from '../plugins/problem.ts'
import { subtree } from '../policies/caller.ts'
import type { KnownCaller } from '../policies/create-caller.ts'
import { nameIn, onlyItem, refusedFields } from './read-token.ts'

const NAME_MAX = 250
const SUBJECT_MAX = 250
/** Letters of the name that the address begins with. */
const SLUG_MAX = 40

/** Accounts of machines with a role on a tenant or below it. */
export async function serviceAccounts(db: Database, caller: KnownCaller, tenantOid: string): Promise<ServiceAccount[]> {
  const tenant = await tenantNode(db, caller, tenantOid)
  if (!caller.rightsOn(tenant).has('users', 'list')) throw new HttpProblem(403, 'You may not list the accounts of this tenant.')
  const { rows } = await asService(db, (queries) =>
    sql<ServiceAccount>`select p.oid, p.name, p.mail, t.oid as "tenantOid", t.name as "tenantName", u.role
      from person p join user_role u on u.person_oid = p.oid join tenant t on t.oid = u.tenant_oid
      where p.kind = 'service' and p.state = 'active' and ${withinScopes('u.tenant_path', [subtree(tenant.path)])} and ${withinScopes('u.tenant_path', caller.scopes())}
      order by p.name, t.path limit 1000`.execute(queries),
  )
  return rows
}

interface AskedAccount {
  name: string
  tenantOid: unknown
  role: unknown
  /** How the identity provider names the client. */
  subject?: string
}

interface MakeAccount {
  body: unknown
  options: PlanOptions
  /** The identity provider whose access tokens are accepted besides; absent: ours, which knows people only. */
  issuer: string | undefined
}

/**
 * Makes an account without password, and gives it a role by the one write path: whoever may give the role to a person may give it to an account.
 * Its address is under a name that nobody can ever own, so that no mail, link or sign-in leads to it.
 */
export async function makeServiceAccount(db: Database, caller: KnownCaller, { body, options, issuer }: MakeAccount): Promise<PlanOutcome> {
  const asked = readAccount(caller, body, issuer)
  const mail = addressFor(asked.name)
  const oid = await storeAccount(db, { mail, name: asked.name, subject: asked.subject === undefined ? null : `${issuer} ${asked.subject}` })
  const changes = { tenantOid: asked.tenantOid, mail, name: asked.name, role: asked.role }
  const context = typeof asked.tenantOid === 'string' ? asked.tenantOid : ''
  const plan = { items: [{ entity: USER_ROLE, action: 'create' as const, changes }], source: 'api' as const, tenantOid: context }
  let isKept = false
  try {
    const outcome = await applyPlan({ database: db, caller }, plan, { ...options, identity: ['service account', body] })
    isKept = outcome.status === 200 && !outcome.result.dryRun && outcome.result.items.some((item) => personOf(item.oid ?? '/') === oid)
    return outcome
  } finally {
    // Refused, tried only, or the answer of an earlier call.
    if (!isKept) await asService(db, (queries) => sql`delete from person where oid = ${oid} and kind = 'service'`.execute(queries))
  }
}

function readAccount(caller: KnownCaller, body: unknown, issuer: string | undefined): AskedAccount {
  const item = onlyItem(body, { what: 'account', fields: ['name', 'tenantOid', 'role', 'subject'] })
  const named = nameIn(item['name'], NAME_MAX)
  const { tenantOid, role, subject } = item
  const errors: FieldError[] = 'error' in named ? [named.error] : []
  if (typeof tenantOid !== 'string' || tenantOid === '') errors.push(fieldError('/data/0/tenantOid', 'validation.field.mandatory'))
  const objection = subject === undefined ? undefined : subjectObjection(caller, subject, issuer)
  if (objection !== undefined) errors.push(fieldError('/data/0/subject', objection))
  if (errors.length > 0 || 'error' in named) throw refusedFields('account', errors)
  return { name: named.name, tenantOid, role, ...(typeof subject === 'string' && { subject }) }
}

/** Names of clients are the whole installation's: one that is bound here can be bound nowhere else. */
function subjectObjection(caller: KnownCaller, subject: unknown, issuer: string | undefined): string | undefined {
  if (issuer === undefined) return 'api-token.because.ownProvider'
  if (!caller.memberships.some(({ tenant }) => tenant.type === 'po' && caller.rightsOn(tenant).has('users', 'create')))
    return 'api-token.because.platform'
  const isName = typeof subject === 'string' && subject !== '' && subject.length <= SUBJECT_MAX && !hasUnstorable(subject)
  return isName ? undefined : 'api-token.because.subject'
}

async function storeAccount(
  db: Database,
  { mail, name, subject }: { mail: string; name: string; subject: string | null },
): Promise<string> {
  const oid = newOid()
  try {
    await asService(db, (queries) =>
      sql`insert into person (oid, mail, name, subject, proven_mail, kind) values (${oid}, ${mail}, ${name}, ${subject}, ${mail}, 'service')`.execute(
        queries,
      ),
    )
  } catch (error) {
    if (codeOf(error) !== '23505') throw error
    throw refusedFields('account', [fieldError('/data/0/subject', 'api-token.because.subjectTaken')])
  }
  return oid
}

function addressFor(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase()
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, SLUG_MAX)
  return `${slug === '' ? 'account' : slug}.${randomBytes(5).toString('hex')}@${SERVICE_MAIL_DOMAIN}`
}
