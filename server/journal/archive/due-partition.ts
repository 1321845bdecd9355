import { type RawBuilder, sql } from 'kysely'
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

/** SQL condition: an entry (alias `j`) stands in the partition, told by its time: the servers of a cluster each have a table of their own for it. */
export function standsIn({ from, to }: Partition): RawBuilder<boolean> {
  const begun = from === null ? sql`` : sql`j.created_at >= ${from}::timestamptz and`
  return sql<boolean>`(${begun} j.created_at < ${to}::timestamptz)`
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
  const { rows: heads } = await sql<{ tenantOid: string; tenantPath: string }>`select tenant_oid as "tenantOid", tenant_path as "tenantPath"
    from journal_head where tenant_oid > ${behind} order by tenant_oid limit ${TENANTS}`.execute(queries)
  const tenants = heads.map(({ tenantOid }) => tenantOid)
  // What only the coordinator of a cluster has is read by itself: Citus 13.0.5 crashes where it joins it with the journal.
  const [ends, lasts] = [await archivedEnds(queries, tenants), await lastsOf(queries, { to, tenants })]
  const all = heads.map((head) => ({ ...head, ...(ends.get(head.tenantOid) ?? UNARCHIVED), last: lasts.get(head.tenantOid) ?? 0 }))
  return { ranges: all.filter(({ after, last }) => last > after), lastTenant: all.length < TENANTS ? undefined : all.at(-1)?.tenantOid }
}

/** The last numbers of chains that go; a tenant is absent without an entry that is old enough. Without their names each server looks at as many chains. */
async function lastsOf(queries: Queries, { to, tenants }: { to: string; tenants: readonly string[] }): Promise<Map<string, number>> {
  const { rows } = await sql<{ tenantOid: string; last: string }>`select h.tenant_oid as "tenantOid", least(o.seq, y.seq - 1) as last
    from journal_head h
    cross join lateral (select j.seq from journal j where j.tenant_oid = h.tenant_oid and j.created_at < ${to}::timestamptz
      order by j.seq desc limit 1) o
    left join lateral (select j.seq from journal j where j.tenant_oid = h.tenant_oid and j.created_at >= ${to}::timestamptz
      and j.created_at <= now() order by j.seq limit 1) y on true
    where h.tenant_oid = any(${tenants}::text[])`.execute(queries)
  return new Map(rows.map(({ tenantOid, last }) => [tenantOid, Number(last)]))
}

/** Where a chain begins of which nothing is archived. */
const UNARCHIVED = { after: 0, before: '' }

/** Where the archived parts of some tenants' chains end; a tenant is absent when nothing of its chain is archived. */
export async function archivedEnds(queries: Queries, tenants: readonly string[]): Promise<Map<string, typeof UNARCHIVED>> {
  const { rows } = await sql<{
    tenantOid: string
    seq: string
    hash: string
  }>`select tenant_oid as "tenantOid", seq, hash from journal_archived
    where tenant_oid = any(${tenants}::text[])`.execute(queries)
  return new Map(rows.map(({ tenantOid, seq, hash }) => [tenantOid, { after: Number(seq), before: hash }]))
}
