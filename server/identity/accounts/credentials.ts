import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { asService, type Database, type Queries } from '../../db/database.ts'
import { hasUnstorable } from '../../../schemas/vocabulary/storable-text.ts'
import { accountKeyOf } from './account-id.ts'
import type { Account } from '../provider/configuration.ts'
import { hashPassword, pretendToVerify, verifyPassword } from './password.ts'

/** Initial password of every demo account; shown on the sign-in page and in the documentation. */
export const DEMO_PASSWORD = 'demo-password'

/** Consecutive wrong passwords after which an account is locked. */
const MAX_FAILURES = 10
const REST_SECONDS = 60

/** Result of checking a mail address and a password. */
export type SignInVerdict = { account: Account; mustChange: boolean } | { refused: 'credentials' | 'locked' }

/** Columns of an `Account`, for a person `p`. */
const ACCOUNT = sql.raw(
  `p.oid, p.generation, p.name, p.mail, p.locale, coalesce(lower(p.proven_mail) = lower(p.mail), false) as "isProven"`,
)

interface CredentialRow extends Account {
  hash: string | null
  mustChange: boolean | null
  locked: boolean | null
}

/**
 * Checks a mail address and a password. `demo`: demo accounts without a password of their own accept the demo password.
 * Takes as long for an unknown address as for a known one.
 */
export async function checkCredentials(db: Database, given: { mail: string; password: string }, demo: boolean): Promise<SignInVerdict> {
  const row = await findByMail(db, given.mail)
  if (row?.locked === true) return { refused: 'locked' }
  const right = await isRight(row, given.password, demo)
  if (row === undefined || !right) {
    if (row !== undefined) await countFailure(db, row.oid)
    return { refused: 'credentials' }
  }
  await asService(db, (queries) =>
    sql`update identity_credential set failures = 0, locked_until = null where person_oid = ${row.oid} and failures > 0`.execute(queries),
  )
  const { hash: _hash, mustChange, locked: _locked, ...account } = row
  return { account, mustChange: mustChange === true }
}

/** Sets a person's password; `mustChange`: a temporary password for one sign-in. */
export async function setPassword(db: Database, given: { personOid: string; password: string; mustChange: boolean }): Promise<void> {
  const { personOid, password, mustChange } = given
  const hash = await hashPassword(password)
  await asService(db, (queries) => storePassword(queries, { personOid, hash, mustChange }))
}

/** Like `setPassword`, for a hash, on an existing connection. */
export async function storePassword(queries: Queries, given: { personOid: string; hash: string; mustChange: boolean }): Promise<void> {
  await sql`insert into identity_credential (person_oid, hash, must_change) values (${given.personOid}, ${given.hash}, ${given.mustChange})
    on conflict (person_oid) do update set hash = excluded.hash, must_change = excluded.must_change, failures = 0, locked_until = null, changed_at = now()`.execute(
    queries,
  )
}

/** Creates a temporary first password, to be changed at the first sign-in; `undefined` if the person already has one. */
export async function firstPassword(db: Database, mail: string): Promise<string | undefined> {
  const row = await findByMail(db, mail)
  if (row === undefined) throw new Error(`nobody has the mail address ${mail}`)
  if (row.hash !== null) return undefined
  const password = randomBytes(12).toString('base64url')
  await setPassword(db, { personOid: row.oid, password, mustChange: true })
  return password
}

/** Finds the person of an account id; `undefined` once removed, or once a link has reset the account. */
export async function findAccount(db: Database, accountId: string): Promise<Account | undefined> {
  const { oid, generation } = accountKeyOf(accountId)
  const { rows } = await asService(db, (queries) =>
    sql<Account>`select ${ACCOUNT} from person p where p.oid = ${oid} and p.generation = ${generation} and p.state = 'active'`.execute(
      queries,
    ),
  )
  return rows[0]
}

async function isRight(row: CredentialRow | undefined, password: string, demo: boolean): Promise<boolean> {
  if (row !== undefined && row.hash !== null) return verifyPassword(password, row.hash)
  await pretendToVerify(password)
  return row !== undefined && demo && row.isProven && password === DEMO_PASSWORD
}

async function findByMail(db: Database, mail: string): Promise<CredentialRow | undefined> {
  if (hasUnstorable(mail)) return undefined
  const { rows } = await asService(db, (queries) =>
    sql<CredentialRow>`select ${ACCOUNT}, c.hash, c.must_change as "mustChange", c.locked_until > now() as locked
      from person p left join identity_credential c on c.person_oid = p.oid
      where lower(p.mail) = lower(${mail.trim()}) and p.state = 'active'`.execute(queries),
  )
  return rows[0]
}

async function countFailure(db: Database, personOid: string): Promise<void> {
  await asService(db, (queries) =>
    sql`insert into identity_credential as c (person_oid, failures) values (${personOid}, 1)
      on conflict (person_oid) do update set failures = (c.failures + 1) % ${MAX_FAILURES}::int,
        locked_until = case when c.failures + 1 >= ${MAX_FAILURES}::int then now() + make_interval(secs => ${REST_SECONDS}::int) else c.locked_until end`.execute(
      queries,
    ),
  )
}
