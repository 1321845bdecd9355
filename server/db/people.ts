import { sql, type RawBuilder } from 'kysely'
import type { Membership } from '../policies/caller.ts'
import type { Database } from './database.ts'

/** A person with every role, as stored. */
export interface StoredPerson {
  oid: string
  mail: string
  name: string
  locale: string
  subject: string | null
  state: 'active' | 'removed'
  allAccess: boolean
  /** How often the account was taken over by a link. */
  generation: number
  /** Without those that wait for a proof of the mail address. */
  memberships: Membership[]
}

/** Lookup keys, tried in this order; the first match counts. */
export interface PersonKey {
  oid?: string
  subject?: string
  mail?: string
}

/** A person, and a stamp that changes whenever the person's name, state, roles or tenants change. */
export interface FoundPerson {
  person: StoredPerson
  stamp: string
}

/**
 * Loads a person and all memberships in one statement, before any scope is known. If the stamp still equals `known`, only the stamp is
 * read, and the result is `unchanged`.
 */
export async function loadPerson(database: Database, key: PersonKey, known = ''): Promise<FoundPerson | 'unchanged' | undefined> {
  return database.withScope([], async (queries) => {
    const { rows } = await sql<{ person: StoredPerson | null; stamp: string | null }>`select s.stamp,
      case when s.stamp <> ${known} then load_person(${keyOf(key)}) end as person from ${personStamp(key)} as s(stamp)`.execute(queries)
    const { person, stamp } = rows[0] ?? { person: null, stamp: null }
    if (stamp === null) return undefined
    return person === null ? 'unchanged' : { person, stamp }
  })
}

/** SQL for the stamp that `loadPerson` would return, to be embedded in another statement; null if no person is found. */
export function personStamp(key: PersonKey): RawBuilder<string | null> {
  return sql`person_stamp(${keyOf(key)})`
}

function keyOf({ oid, mail, subject }: PersonKey): RawBuilder<unknown> {
  return sql`${oid ?? null}, ${mail ?? null}, ${subject ?? null}`
}
