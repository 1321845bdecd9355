import { sql, type RawBuilder } from 'kysely'
import type { Preferences } from '../../schemas/preferences.ts'
import type { Membership } from '../policies/caller.ts'
import type { Database } from './database.ts'
import { PRIMARY_POSITION } from './standbys/standby.ts'

/** A person with every role, as stored. */
export interface StoredPerson {
  oid: string
  mail: string
  name: string
  locale: string
  preferences: Partial<Preferences>
  subject: string | null
  state: 'active' | 'removed'
  /** An account of a machine has no password, and proves itself by tokens only. */
  kind: 'person' | 'service'
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

interface LoadedRow {
  person: StoredPerson | null
  stamp: string | null
  /** With standbys only, as are `position` and `written`. */
  server: string
  position: string
  written: string | null
}

/**
 * Loads a person and all memberships in one statement, before any scope is known. If the stamp is still the known one, only the stamp is
 * read, and the result is `unchanged`.
 */
export async function loadPerson(
  database: Database,
  key: PersonKey,
  known: { stamp: string; oid: string } | undefined,
): Promise<FoundPerson | 'unchanged' | undefined> {
  const { standbys } = database
  const position = sql`, ${sql.raw(PRIMARY_POSITION)}, (select w.position::text from last_write w where w.person_oid = ${known?.oid ?? ''}) as written`
  return database.withScope([], async (queries) => {
    const askedAtMs = performance.now()
    const { rows } = await sql<LoadedRow>`select s.stamp,
      case when s.stamp <> ${known?.stamp ?? ''} then load_person(${keyOf(key)}) end as person ${standbys ? position : sql``}
      from ${personStamp(key)} as s(stamp)`.execute(queries)
    const [row] = rows
    if (standbys && row !== undefined) standbys.met(row, { askedAtMs, isFirst: known === undefined })
    const { person, stamp } = row ?? { person: null, stamp: null }
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
