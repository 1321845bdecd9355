import { sql, type RawBuilder } from 'kysely'
import { Cache } from '../cache/cache.ts'
import { keysOf } from '../cache/keys-of.ts'
import type { Database, Queries } from '../db/database.ts'
import { loadPerson, personStamp } from '../db/people.ts'
import type { PersonKey, StoredPerson } from '../db/people.ts'
import { EVERYTHING } from '../db/scope.ts'
import type { Caller } from './caller.ts'
import { createCaller } from './create-caller.ts'
import type { KnownCaller } from './create-caller.ts'

/** The caller that a request's identity resolves to. */
export interface LoadedCaller {
  caller: KnownCaller
  /** The identity provider's subject; `null` before the first sign-in. */
  subject: string | null
  /** How often an invitation link has reset the account. */
  generation: number
  removed: boolean
}

/** A cached caller. Send no answer until `stampNow`, read together with the answer's data, equals `stamp`. */
export interface RememberedCaller {
  caller: KnownCaller
  subject: string | null
  generation: number
  stamp: string
  stampNow: RawBuilder<string | null>
}

const remembered = new Cache<RememberedCaller>('callers')

/**
 * Loads the person and the memberships in one statement, regardless of the connection's scopes; `undefined` if the key matches no person.
 * A cached caller is reloaded only if its stamp has changed.
 */
export async function loadCaller(db: Database, key: PersonKey): Promise<LoadedCaller | undefined> {
  const known = rememberedCaller(db, key)
  const found = await loadPerson(db, key, known && { stamp: known.stamp, oid: known.caller.oid })
  if (found === undefined) return undefined
  if (found === 'unchanged') return known && { caller: known.caller, subject: known.subject, generation: known.generation, removed: false }
  const { person, stamp } = found
  const { subject, generation } = person
  const loaded = { caller: createCaller(person, person.memberships), subject, generation, removed: person.state === 'removed' }
  if (!loaded.removed) remember(db, key, { caller: loaded.caller, subject, generation, stamp, stampNow: personStamp(key) })
  return loaded
}

/** Loads the current state of a link's issuer on an existing connection; `undefined` once removed. */
export async function loadIssuer(queries: Queries, oid: string): Promise<Caller | undefined> {
  const { rows } = await sql<{ person: StoredPerson | null }>`select load_person(${oid}, null, null) as person`.execute(queries)
  const person = rows[0]?.person
  return person?.state === 'active' ? createCaller(person, person.memberships) : undefined
}

/** The cached caller of a key, for calls that confirm its stamp themselves (`confirmed`). */
export function rememberedCaller(db: Database, key: PersonKey): RememberedCaller | undefined {
  return remembered.get(nameOf(db, key))
}

function remember(db: Database, key: PersonKey, caller: RememberedCaller): void {
  remembered.set(nameOf(db, key), caller)
}

function nameOf(db: Database, { oid, subject, mail }: PersonKey): string {
  return keysOf(db) + JSON.stringify([oid, subject, mail])
}

/** Loads the platform owner's first super administrator, the caller of every request to a service without authentication. */
export async function loadPlatformOwner(db: Database): Promise<LoadedCaller | undefined> {
  const { rows } = await db.withScope(EVERYTHING, (queries) =>
    sql<{ oid: string }>`select p.oid from person p join user_role r on r.person_oid = p.oid join tenant t on t.oid = r.tenant_oid
      where t.type = 'po' and r.role = 'sa' and not r.pending and p.state = 'active' order by r.created_at, p.oid limit 1`.execute(queries),
  )
  const oid = rows[0]?.oid
  return oid === undefined ? undefined : loadCaller(db, { oid })
}
