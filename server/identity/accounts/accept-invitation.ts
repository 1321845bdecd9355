import { sql } from 'kysely'
import type { Database, Queries } from '../../db/database.ts'
import { EVERYTHING } from '../../db/scope.ts'
import { confirmRoles, proveToAll, proveToIssuer } from '../../domain/proofs.ts'
import { renamePerson } from '../../domain/rename-person.ts'
import { accountIdOf } from './account-id.ts'
import { endSessionsIn } from '../provider/adapter.ts'
import { storePassword } from './credentials.ts'
import { openLink, revokeLinks, type OpenLink } from './invitations.ts'

/** Name and password chosen on the invitation page; absent if the person signed in to an existing account. */
export interface Beginning {
  name: string
  passwordHash: string
}

/**
 * Redeems a link: sets the account's password, if it needs one, and marks the address as verified for the issuer's subtree, or for
 * everybody if the link was mailed. Returns false if the link is no longer valid.
 */
export async function acceptInvitation(db: Database, token: string, beginning: Beginning | undefined): Promise<boolean> {
  return db.transaction(EVERYTHING, async (queries) => {
    const link = await openLink(queries, token, { lock: true })
    if (link === undefined || link.mustSignIn !== (beginning === undefined)) return false
    const { personOid, tenant } = link
    await revokeLinks(queries, { personOid, tenantOid: tenant.oid })
    if (beginning !== undefined) await takeAccount(queries, link, { beginning, secretKey: db.secretKey })
    if (link.byMail) await proveToAll(queries, personOid)
    else await proveToIssuer(queries, link)
    const person = { oid: personOid, name: beginning?.name ?? link.name }
    await confirmRoles(queries, { person, proof: link.byMail ? 'mail' : 'link' }, db.secretKey)
    return true
  })
}

/** Gives the account to the holder of the link and invalidates the sessions of its previous holder. */
async function takeAccount(
  queries: Queries,
  { personOid, name: before }: OpenLink,
  { beginning: { name, passwordHash }, secretKey }: { beginning: Beginning; secretKey: Buffer },
): Promise<void> {
  const { rows } = await sql<{ generation: number }>`update person p set generation = p.generation + 1 from identity_credential c
    where p.oid = ${personOid} and c.person_oid = p.oid and c.hash is not null returning p.generation`.execute(queries)
  const [taken] = rows
  if (taken !== undefined) await endSessionsIn(queries, accountIdOf({ oid: personOid, generation: taken.generation - 1 }))
  await storePassword(queries, { personOid, hash: passwordHash, mustChange: false })
  if (name !== before) await renamePerson(queries, { oid: personOid, name, before }, secretKey)
}
