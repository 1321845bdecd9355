import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { hasUnstorable } from '../entities/filter/parse-filter.ts'
import { asService } from './as-service.ts'
import type { Account } from './configuration.ts'
import { hashPassword, pretendToVerify, verifyPassword } from './password.ts'

/** The password of every demo account until its owner changes it; written on the sign-in page and in the documentation. */
export const DEMO_PASSWORD = 'demo-password'

/** Wrong passwords in a row after which an account rests. */
const MAX_FAILURES = 10
const REST_SECONDS = 60

/** What came of a mail address and a password. */
export type SignInVerdict = { account: Account; mustChange: boolean } | { refused: 'credentials' | 'locked' }

interface CredentialRow extends Account {
  hash: string | null
  mustChange: boolean | null
  locked: boolean | null
}

/**
 * Checks a mail address and a password. `demo`: people without a password of their own have the demo password.
 * Takes as long for an unknown address as for a known one.
 */
export async function checkCredentials(db: Database, given: { mail: string; password: string }, demo: boolean): Promise<SignInVerdict> {
  const row = await findByMail(db, given.mail)
  if (row?.locked === true) return { refused: 'locked' }
  const right = await isRight(row, given.password, demo)
  if (row === undefined || !right) {
    if (row !== undefined && row.hash !== null) await countFailure(db, row.oid)
    return { refused: 'credentials' }
  }
  if (row.hash !== null)
    await asService(db, (queries) =>
      sql`update identity_credential set failures = 0, locked_until = null where person_oid = ${row.oid} and failures > 0`.execute(queries),
    )
  const { oid, name, mail, locale } = row
  return { account: { oid, name, mail, locale }, mustChange: row.mustChange === true }
}

/** Gives a person a password; `mustChange`: it was made by somebody else and serves for one sign-in. */
export async function setPassword(db: Database, given: { personOid: string; password: string; mustChange: boolean }): Promise<void> {
  const { personOid, password, mustChange } = given
  const hash = await hashPassword(password)
  await asService(db, (queries) =>
    sql`insert into identity_credential (person_oid, hash, must_change) values (${personOid}, ${hash}, ${mustChange})
      on conflict (person_oid) do update set hash = excluded.hash, must_change = excluded.must_change, failures = 0, locked_until = null, changed_at = now()`.execute(
      queries,
    ),
  )
}

/** A first password for someone who has none, to be handed over and changed at the first sign-in; `undefined` when there is one already. */
export async function firstPassword(db: Database, mail: string): Promise<string | undefined> {
  const row = await findByMail(db, mail)
  if (row === undefined) throw new Error(`nobody has the mail address ${mail}`)
  if (row.hash !== null) return undefined
  const password = randomBytes(12).toString('base64url')
  await setPassword(db, { personOid: row.oid, password, mustChange: true })
  return password
}

/** The person as the provider names them; `undefined` once removed. */
export async function findAccount(db: Database, oid: string): Promise<Account | undefined> {
  const { rows } = await asService(db, (queries) =>
    sql<Account>`select oid, name, mail, locale from person where oid = ${oid} and state = 'active'`.execute(queries),
  )
  return rows[0]
}

async function isRight(row: CredentialRow | undefined, password: string, demo: boolean): Promise<boolean> {
  if (row !== undefined && row.hash !== null) return verifyPassword(password, row.hash)
  await pretendToVerify(password)
  return row !== undefined && demo && password === DEMO_PASSWORD
}

async function findByMail(db: Database, mail: string): Promise<CredentialRow | undefined> {
  if (hasUnstorable(mail)) return undefined
  const { rows } = await asService(db, (queries) =>
    sql<CredentialRow>`select p.oid, p.name, p.mail, p.locale, c.hash, c.must_change as "mustChange", c.locked_until > now() as locked
      from person p left join identity_credential c on c.person_oid = p.oid
      where lower(p.mail) = lower(${mail.trim()}) and p.state = 'active'`.execute(queries),
  )
  return rows[0]
}

async function countFailure(db: Database, personOid: string): Promise<void> {
  await asService(db, (queries) =>
    sql`update identity_credential set failures = (failures + 1) % ${MAX_FAILURES}::int,
      locked_until = case when failures + 1 >= ${MAX_FAILURES}::int then now() + make_interval(secs => ${REST_SECONDS}::int) else locked_until end
      where person_oid = ${personOid}`.execute(queries),
  )
}
