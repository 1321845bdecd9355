import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { EVERYTHING } from '../db/scope.ts'
import { confirmRoles, proveToAll } from '../domain/proofs.ts'
import { completeInvitationIn } from './invitations.ts'

/**
 * Binds a person to the identity provider's name, by a mail address that the provider has verified: it is proven to everybody. Does nothing
 * where somebody did so meanwhile.
 */
export async function bindSubject(db: Database, binding: { oid: string; subject: string; before: string | null }): Promise<void> {
  await db.transaction(EVERYTHING, async (queries) => {
    const { rows } = await sql<{ oid: string; name: string }>`update person set subject = ${binding.subject}
      where oid = ${binding.oid} and subject is not distinct from ${binding.before}::text returning oid, name`.execute(queries)
    const [person] = rows
    if (person === undefined) return
    await completeInvitationIn(queries, person.oid)
    await proveToAll(queries, person.oid)
    await confirmRoles(queries, { person, proof: 'provider' }, db.secretKey)
  })
}
