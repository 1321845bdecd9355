import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { EVERYTHING } from '../db/scope.ts'
import type { Caller, TenantNode } from '../policies/caller.ts'

/** Lifetime of a session in seconds. */
export const SESSION_SECONDS = 2 * 60 * 60
/** Expired sessions answer 410 for this long, afterwards 404. */
export const KEPT_AFTER_SECONDS = 24 * 60 * 60
/** Sessions of one person at a time; a further one ends the oldest. */
export const MAX_SESSIONS = 20

/** A stored session. */
export interface LiveSession {
  oid: string
  overlayOid: string
  boxOid: string
  /** Owner; the window shows only what this person may currently see. */
  personOid: string
  /** ms of the epoch. */
  expiresAt: number
}

/** Stores a session and ends a person's oldest ones beyond the limit; returns its oid. */
export async function addSession(
  queries: Queries,
  { caller, overlay, boxOid }: { caller: Caller; overlay: TenantNode; boxOid: string },
): Promise<string> {
  const oid = newOid()
  await sql`insert into live_session (oid, tenant_oid, tenant_path, box_oid, person_oid, expires_at)
    values (${oid}, ${overlay.oid}, ${overlay.path}, ${boxOid}, ${caller.oid}, now() + make_interval(secs => ${SESSION_SECONDS}))`.execute(
    queries,
  )
  await sql`delete from live_session where oid in (
    select oid from live_session where person_oid = ${caller.oid} order by oid desc offset ${MAX_SESSIONS})`.execute(queries)
  return oid
}

/** A session by its address; also one that has expired. */
export async function findSession(
  database: Database,
  { overlay, oid }: { overlay: string; oid: string },
): Promise<LiveSession | undefined> {
  const { rows } = await database.withScope(EVERYTHING, (queries) =>
    sql<LiveSession>`select oid, tenant_oid as "overlayOid", box_oid as "boxOid", person_oid as "personOid",
      (extract(epoch from expires_at) * 1000)::float8 as "expiresAt"
      from live_session where oid = ${oid} and tenant_oid = ${overlay}`.execute(queries),
  )
  return rows[0]
}
