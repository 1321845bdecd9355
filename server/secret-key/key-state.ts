import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { PROVIDER_KEYS, unseal } from '../identity/sealed.ts'
import { chainSealer } from '../journal/chain.ts'
import { keyId } from './key-id.ts'

/** Which key a database is under. */
export interface KeyState {
  keyId: string
  /** The key that is replacing it; `null` while none is. */
  nextId: string | null
}

/** `undefined`: the database keeps no key yet, for it is empty or of an earlier version. */
export async function keyState(database: Database): Promise<KeyState | undefined> {
  return database.asOwner(async (queries) => {
    if (!(await hasTable(queries, 'secret_key'))) return undefined
    const { rows } = await sql<KeyState>`select key_id as "keyId", next_id as "nextId" from secret_key`.execute(queries)
    return rows[0]
  })
}

/** Keeps the database's key as that of the database, unless there is one; answers which it is. */
export async function keepKey(database: Database): Promise<KeyState | undefined> {
  await database.asOwner((queries) =>
    sql`insert into secret_key (key_id) values (${keyId(database.secretKey)}) on conflict do nothing`.execute(queries),
  )
  return keyState(database)
}

/**
 * Whether what an earlier version stored is under a key: the keys of the identity provider say so, else the end of any chain of the
 * journal. Nothing is stored: `undefined`.
 */
export async function opensStored(database: Database, secretKey: Buffer): Promise<boolean | undefined> {
  return database.asOwner(async (queries) => {
    if (!(await hasTable(queries, 'service_secret'))) return undefined
    const { rows } = await sql<{ value: string }>`select value from service_secret where name = ${PROVIDER_KEYS}`.execute(queries)
    const [stored] = rows
    return stored === undefined ? sealsAnyEnd(queries, secretKey) : opens(stored.value, secretKey)
  })
}

function opens(sealed: string, secretKey: Buffer): boolean {
  try {
    unseal(sealed, PROVIDER_KEYS, secretKey)
    return true
  } catch {
    return false
  }
}

/** Rows as JSON: an earlier version has fewer columns. */
async function sealsAnyEnd(queries: Queries, secretKey: Buffer): Promise<boolean | undefined> {
  const { rows } = await sql<{
    end: { tenant_oid: string; tenant_path: string; seq: number; hash: string; seal: string; form?: number }
  }>`select to_json(h) as "end" from journal_head h`.execute(queries)
  if (rows.length === 0) return undefined
  const sealer = chainSealer(secretKey)
  return rows.some(
    ({ end: { tenant_oid: tenantOid, tenant_path: tenantPath, seal, form = 1, ...end } }) =>
      sealer.seal({ ...end, form, tenantOid, tenantPath }) === seal,
  )
}

async function hasTable(queries: Queries, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${`public.${name}`}) is not null as found`.execute(queries)
  return rows[0]?.found === true
}
