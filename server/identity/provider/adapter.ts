import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { errors } from 'oidc-provider'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { asService, type Database, type Queries } from '../../db/database.ts'
import { hasUnstorable } from '../../../schemas/vocabulary/storable-text.ts'
import { seal, unseal } from '../sealed.ts'

/**
 * Stores the provider's sessions, codes and grants in the database, shared by all replicas and across restarts. Read access to the tables
 * does not allow taking a session over: identifiers are stored hashed and payloads encrypted.
 */
export function adapterFor(db: Database): AdapterFactory {
  return (model) => storeOf(db, model)
}

/** Ends an account's sessions and refresh tokens; `exceptSession` keeps the one with that identifier. */
export async function endSessions(db: Database, account: string, exceptSession?: string): Promise<void> {
  await asService(db, (queries) => endSessionsIn(queries, account, exceptSession))
}

/** Like `endSessions`, on an existing connection. */
export async function endSessionsIn(queries: Queries, account: string, exceptSession?: string): Promise<void> {
  await sql`delete from identity_store where payload->>'accountId' = ${account}
    and model in ('Session', 'RefreshToken', 'AuthorizationCode') and id <> ${hashed(exceptSession ?? '')}`.execute(queries)
}

interface Stored {
  id: string
  payload: { sealed: string }
  consumed: string | null
}

/** Identifiers are random and long (RFC 6749 section 10.10), so no salt is needed. */
function hashed(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url')
}

const hashedIfAny = (identifier: string | undefined): string | null => (identifier === undefined ? null : hashed(identifier))

function storeOf(db: Database, model: string): Adapter {
  const nameOf = (id: string): string => `${model}/${id}`
  const find = async (column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> => {
    const { rows } = await asService(db, (queries) =>
      sql<Stored>`select id, payload, extract(epoch from consumed_at)::bigint::text as consumed from identity_store
        where model = ${model} and ${sql.ref(column)} = ${hashed(value)} and (expires_at is null or expires_at > now())`.execute(queries),
    )
    const row = rows[0]
    if (row === undefined) return undefined
    const payload = openedOf(row.payload.sealed, nameOf(row.id), db.secretKey)
    if (payload === undefined) return undefined
    return row.consumed === null ? payload : { ...payload, consumed: Number(row.consumed) }
  }
  return {
    async upsert(id, payload, expiresIn) {
      const key = hashed(id)
      // The account stands beside, so that all that is somebody's can be ended.
      const stored = {
        ...(payload.accountId !== undefined && { accountId: payload.accountId }),
        sealed: seal(storable(payload), nameOf(key), db.secretKey),
      }
      const expiresAt = expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000)
      await asService(db, (queries) =>
        sql`insert into identity_store (model, id, payload, grant_id, uid, user_code, expires_at)
          values (${model}, ${key}, ${JSON.stringify(stored)}::jsonb, ${hashedIfAny(payload.grantId)}, ${hashedIfAny(payload.uid)}, ${hashedIfAny(payload.userCode)}, ${expiresAt})
          on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
            user_code = excluded.user_code, expires_at = excluded.expires_at`.execute(queries),
      )
    },
    find: (id) => find('id', id),
    findByUid: (uid) => find('uid', uid),
    findByUserCode: (code) => find('user_code', code),
    async consume(id) {
      const { numAffectedRows } = await asService(db, (queries) =>
        sql`update identity_store set consumed_at = now() where model = ${model} and id = ${hashed(id)} and consumed_at is null`.execute(
          queries,
        ),
      )
      // Two exchanges of one code at the same moment: the later one is the thief's or the former one was.
      if (numAffectedRows === 0n) throw new errors.InvalidGrant('already consumed')
    },
    async destroy(id) {
      await asService(db, (queries) => sql`delete from identity_store where model = ${model} and id = ${hashed(id)}`.execute(queries))
    },
    async revokeByGrantId(grantId) {
      await asService(db, (queries) =>
        sql`delete from identity_store where model = ${model} and grant_id = ${hashed(grantId)}`.execute(queries),
      )
    },
  }
}

/** Data sealed with another key or tampered with counts as missing: its owner signs in again. */
function openedOf(sealed: string, name: string, secretKey: Buffer): AdapterPayload | undefined {
  try {
    return JSON.parse(unseal(sealed, name, secretKey)) as AdapterPayload
  } catch {
    return undefined
  }
}

/** What a browser sent along (`state`, `nonce`, ...) is kept with an interaction, and goes into pages, addresses and logs. */
function storable(payload: AdapterPayload): string {
  return JSON.stringify(payload, (_name, value: unknown) => {
    if (typeof value === 'string' && hasUnstorable(value))
      throw new errors.InvalidRequest('a parameter holds characters that no text can have')
    return value
  })
}
