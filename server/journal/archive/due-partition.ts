import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'

/** A partition of the journal; times are ISO 8601. */
export interface Partition {
  table: string
  /** `null`: everything before. */
  from: string | null
  to: string
}

/** The oldest partition all of whose time is at least so many months ago. */
export async function duePartition(queries: Queries, months: number): Promise<Partition | undefined> {
  const { rows } = await sql<{ table: string; from: Date | null; to: Date }>`select * from (
      select c.relname as table, substring(b.bound from $re$FROM [(]'([^']+)'[)]$re$)::timestamptz as from,
        substring(b.bound from $re$TO [(]'([^']+)'[)]$re$)::timestamptz as to
      from pg_inherits i join pg_class c on c.oid = i.inhrelid, lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
      where i.inhparent = 'journal'::regclass) p
    where p.to <= now() - make_interval(months => ${months}) order by p.to limit 1`.execute(queries)
  const [found] = rows
  return found && { table: found.table, from: found.from?.toISOString() ?? null, to: found.to.toISOString() }
}

/** A part of a tenant's chain that goes to the archive: what stands behind `after`, up to `last`. */
export interface ArchivedRange {
  tenantOid: string
  tenantPath: string
  after: number
  /** Link of the entry at `after`. */
  before: string
  last: number
}

/** Tenants of a step, and so many entries about. */
const TENANTS = 200

/**
 * The parts of the next tenants' chains, up to the last number before which no younger entry stands: what is archived of a chain is its
 * beginning, even where the clocks of two copies of the service differed. What is dated later than now is not younger, but misdated.
 */
export async function nextRanges(
  queries: Queries,
  { to, behind }: { to: string; behind: string },
): Promise<{ ranges: ArchivedRange[]; lastTenant: string | undefined }> {
  const { rows } = await sql<ArchivedRange>`select h.tenant_oid as "tenantOid", h.tenant_path as "tenantPath", coalesce(a.seq, 0) as after,
      coalesce(a.hash, '') as before, coalesce(case when o.seq is not null then least(o.seq, y.seq - 1) end, 0) as last
    from journal_head h left join journal_archived a on a.tenant_oid = h.tenant_oid
    left join lateral (select j.seq from journal j where j.tenant_oid = h.tenant_oid and j.created_at < ${to}::timestamptz
      order by j.seq desc limit 1) o on true
    left join lateral (select j.seq from journal j where j.tenant_oid = h.tenant_oid and j.created_at >= ${to}::timestamptz
      and j.created_at <= now() order by j.seq limit 1) y on true
    where h.tenant_oid > ${behind} order by h.tenant_oid limit ${TENANTS}`.execute(queries)
  const all = rows.map((row) => ({ ...row, after: Number(row.after), last: Number(row.last) }))
  return { ranges: all.filter(({ after, last }) => last > after), lastTenant: all.length < TENANTS ? undefined : all.at(-1)?.tenantOid }
}
