import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { withinScopes } from '../../db/scope-sql.ts'
import type { Scope } from '../../db/scope.ts'
import type { Where } from '../../entities/filter/filter-sql.ts'
import { fieldError } from '../../plugins/english-text.ts'
import { HttpProblem } from '../../plugins/problem.ts'

/** The time before which entries are archived, ISO 8601, of the chains (alias `j`) that meet a condition; `undefined`: none is. */
export async function archiveEnd(queries: Queries, where: Where): Promise<string | undefined> {
  const { rows } = await sql<{ until: Date | null }>`select max(j.until) as until from journal_archived j where ${where}`.execute(queries)
  return rows[0]?.until?.toISOString()
}

/** Throws where an entry that is to be taken back is archived. */
export async function refuseArchivedEntry(
  queries: Queries,
  { tenantOid, seq, scopes }: { tenantOid: string; seq: string; scopes: readonly Scope[] },
): Promise<void> {
  const isIt = sql<boolean>`j.tenant_oid = ${tenantOid} and j.seq >= ${seq}::bigint and ${withinScopes('j.tenant_path', scopes)}`
  if ((await archiveEnd(queries, isIt)) !== undefined) throw archived()
}

/** Throws where something that happened at a time may be archived, in a chain or in any that can be seen: it is taken back whole or not at all. */
export async function refuseArchivedTime(
  queries: Queries,
  { at, tenantOid, scopes }: { at: Date; tenantOid?: string; scopes: readonly Scope[] },
): Promise<void> {
  const ofTenant = tenantOid === undefined ? sql`true` : sql`j.tenant_oid = ${tenantOid}`
  const until = await archiveEnd(queries, sql<boolean>`${ofTenant} and ${withinScopes('j.tenant_path', scopes)}`)
  if (until !== undefined && at.toISOString() < until) throw archived()
}

function archived(): HttpProblem {
  const error = fieldError('', 'service.restore.archived')
  return new HttpProblem(404, error.message, { errors: [error] })
}
