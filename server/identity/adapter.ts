import { sql } from 'kysely'
import { errors } from 'oidc-provider'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Database } from '../db/database.ts'
import { hasUnstorable } from '../entities/filter/parse-filter.ts'
import { asService } from './as-service.ts'

/** The provider's sessions, codes and grants in the database, so that every copy of the service knows them and a restart forgets none. */
export function adapterFor(db: Database): AdapterFactory {
  return (model) => storeOf(db, model)
}

/** Removes what has expired; the provider itself never looks at it again. */
export async function removeExpired(db: Database): Promise<void> {
  await asService(db, (queries) => sql`delete from identity_store where expires_at < now()`.execute(queries))
}

/** Ends a person's sessions and refresh tokens; `exceptSession` keeps the one with that identifier. */
export async function endSessions(db: Database, account: string, exceptSession?: string): Promise<void> {
  await asService(db, (queries) =>
    sql`delete from identity_store where payload->>'accountId' = ${account}
      and model in ('Session', 'RefreshToken', 'AuthorizationCode') and id <> ${exceptSession ?? ''}`.execute(queries),
  )
}

interface Stored {
  payload: AdapterPayload
  consumed: string | null
}

function storeOf(db: Database, model: string): Adapter {
  const find = async (column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> => {
    if (hasUnstorable(value)) return undefined
    const { rows } = await asService(db, (queries) =>
      sql<Stored>`select payload, extract(epoch from consumed_at)::bigint::text as consumed from identity_store
        where model = ${model} and ${sql.ref(column)} = ${value} and (expires_at is null or expires_at > now())`.execute(queries),
    )
    const row = rows[0]
    if (row === undefined) return undefined
    return row.consumed === null ? row.payload : { ...row.payload, consumed: Number(row.consumed) }
  }
  return {
    async upsert(id, payload, expiresIn) {
      const text = storable(payload)
      const expiresAt = expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000)
      await asService(db, (queries) =>
        sql`insert into identity_store (model, id, payload, grant_id, uid, user_code, expires_at)
          values (${model}, ${id}, ${text}::jsonb, ${payload.grantId ?? null}, ${payload.uid ?? null}, ${payload.userCode ?? null}, ${expiresAt})
          on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
            user_code = excluded.user_code, expires_at = excluded.expires_at`.execute(queries),
      )
    },
    find: (id) => find('id', id),
    findByUid: (uid) => find('uid', uid),
    findByUserCode: (code) => find('user_code', code),
    async consume(id) {
      const { numAffectedRows } = await asService(db, (queries) =>
        sql`update identity_store set consumed_at = now() where model = ${model} and id = ${id} and consumed_at is null`.execute(queries),
      )
      // Two exchanges of one code at the same moment: the later one is the thief's or the former one was.
      if (numAffectedRows === 0n) throw new errors.InvalidGrant('already consumed')
    },
    async destroy(id) {
      await asService(db, (queries) => sql`delete from identity_store where model = ${model} and id = ${id}`.execute(queries))
    },
    async revokeByGrantId(grantId) {
      await asService(db, (queries) => sql`delete from identity_store where model = ${model} and grant_id = ${grantId}`.execute(queries))
    },
  }
}

/** What a browser sent along (`state`, `nonce`, ...) is kept with an interaction, so it must be text that a database keeps. */
function storable(payload: AdapterPayload): string {
  return JSON.stringify(payload, (_name, value: unknown) => {
    if (typeof value === 'string' && hasUnstorable(value))
      throw new errors.InvalidRequest('a parameter holds characters that no text can have')
    return value
  })
}
