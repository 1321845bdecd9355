import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { Database, Queries } from '../db/database.ts'
import { hasUnstorable } from '../entities/filter/parse-filter.ts'
import { asService } from './as-service.ts'

/** How long the link of an invitation leads somewhere. */
const LINK_DAYS = 7

/** Somebody who was invited and has not come yet. */
export interface Invited {
  oid: string
  mail: string
  name: string
}

/** A new link's secret for an open invitation, instead of any before; only its digest is kept. `undefined` when the person has come already. */
export async function newInvitationToken(queries: Queries, personOid: string): Promise<{ token: string; expiresAt: string } | undefined> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql<{
    expiresAt: Date
  }>`update invitation set token_hash = ${digest(token)}, expires_at = now() + make_interval(days => ${LINK_DAYS}::int)
    where person_oid = ${personOid} and completed_at is null returning expires_at as "expiresAt"`.execute(queries)
  const [row] = rows
  return row && { token, expiresAt: row.expiresAt.toISOString() }
}

/** Whom a link is for; `undefined` once it was used, replaced or has expired. */
export async function invitedBy(db: Database, token: string): Promise<Invited | undefined> {
  if (token === '' || hasUnstorable(token)) return undefined
  const { rows } = await asService(db, (queries) =>
    sql<Invited>`select p.oid, p.mail, p.name from invitation i join person p on p.oid = i.person_oid
      where i.token_hash = ${digest(token)} and i.expires_at > now() and i.completed_at is null and p.state = 'active'`.execute(queries),
  )
  return rows[0]
}

/** The person has come: the first sign-in, or the first password. Safe to repeat. */
export async function completeInvitation(db: Database, personOid: string): Promise<void> {
  await asService(db, (queries) =>
    sql`update invitation set completed_at = now(), token_hash = null, expires_at = null where person_oid = ${personOid} and completed_at is null`.execute(
      queries,
    ),
  )
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
