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
  memberships: Membership[]
}

/** By whichever is known; the first that finds somebody counts, in this order. */
export interface PersonKey {
  oid?: string
  subject?: string
  mail?: string
}

/** A person, and a digest of everything that is stored about the person's name, state and roles. */
export interface FoundPerson {
  person: StoredPerson
  stamp: string
}

/** Loads a person and all memberships in one statement, before any scope is known. */
export async function loadPerson(database: Database, key: PersonKey): Promise<FoundPerson | undefined> {
  return database.anyScope(async (queries) => {
    const { rows } = await sql<{
      person: StoredPerson | null
      stamp: string
    }>`select p.person, ${stampOf('p.person')} as stamp from ${found(key)} as p(person)`.execute(queries)
    const { person, stamp } = rows[0] ?? { person: null, stamp: '' }
    return person === null ? undefined : { person, stamp }
  })
}

/** The digest that `loadPerson` would answer now, for a statement that has another errand: null where nobody is found. */
export function personStamp(key: PersonKey): RawBuilder<string | null> {
  return sql`(select ${stampOf('p.person')} from ${found(key)} as p(person))`
}

function found({ oid, mail, subject }: PersonKey): RawBuilder<unknown> {
  return sql`load_person(${oid ?? null}, ${mail ?? null}, ${subject ?? null})`
}

function stampOf(json: string): RawBuilder<string> {
  return sql.raw(`encode(sha256(convert_to(${json}::text, 'UTF8')), 'base64')`)
}
