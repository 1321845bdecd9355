import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/** Partitions are made for so many months ahead, so that a service that nobody starts anew for long has them. */
const MONTHS_AHEAD = 3
/** Where entries of months go that have no partition. */
const OTHER = 'journal_other'
/** The columns that are written; the database computes another one. */
export const WRITTEN_COLUMNS = 'tenant_oid, tenant_path, seq, created_at, action_id, theme, event_type, entry, hash, form'

/**
 * Makes the partitions of the journal that are missing up to some months from now, and answers how many. As the owner of the tables; copies of the
 * service that do so at once wait for each other. Entries that went elsewhere meanwhile are moved where they belong.
 */
export async function ensurePartitions(queries: Queries): Promise<number> {
  if ((await missingMonths(queries)).length === 0) return 0
  // Neither readers nor writers wait for this lock, and it works on servers without advisory locks, too.
  await sql`lock table journal in share update exclusive mode`.execute(queries)
  const months = await missingMonths(queries)
  for (const month of months) await makePartition(queries, month)
  return months.length
}

/** A month, and what its partition is called. */
interface Month {
  table: string
  from: string
  to: string
}

/** Months from the end of the last partition on, so that none is left out between two. */
async function missingMonths(queries: Queries): Promise<Month[]> {
  const { rows } = await sql<Month>`select to_char(m at time zone 'UTC', '"journal_"YYYY_MM') as table, m::text as from,
      ((m at time zone 'UTC' + interval '1 month') at time zone 'UTC')::text as to
    from (select max(substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO [(]'([^']+)'[)]$re$)::timestamptz) as last
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'journal'::regclass) l,
      generate_series(l.last at time zone 'UTC', date_trunc('month', now() at time zone 'UTC') + make_interval(months => ${MONTHS_AHEAD}), interval '1 month') s(month),
      lateral (select s.month at time zone 'UTC' as m) x order by m`.execute(queries)
  return rows
}

/** Made by itself and attached then, which holds up neither readers nor writers. */
async function makePartition(queries: Queries, { table, from, to }: Month): Promise<void> {
  const [name, other, columns] = [sql.table(table), sql.table(OTHER), sql.raw(WRITTEN_COLUMNS)]
  const { rows } = await sql<{ policy: string }>`select qual as policy from pg_policies
    where schemaname = 'public' and tablename = 'journal' and policyname = 'scope'`.execute(queries)
  await sql`create table ${name} (like journal including generated)`.execute(queries)
  const within = sql`created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz`
  // One that is added meanwhile makes the attachment fail, which is tried again.
  await sql`with strays as (delete from ${other} where ${within} returning *)
    insert into ${name} (${columns}) select ${columns} from strays returning 1`.execute(queries)
  await sql`alter table ${name} enable row level security`.execute(queries)
  await sql`alter table ${name} force row level security`.execute(queries)
  const policy = (rows[0]?.policy ?? 'false').replaceAll(/\bjournal\./g, `${table}.`)
  await sql`create policy scope on ${name} using (${sql.raw(policy)})`.execute(queries)
  await sql`alter table journal attach partition ${name} for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(queries)
}
