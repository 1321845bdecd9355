import { sql } from 'kysely'
import type { Outbox, OutboxFigures } from '../../schemas/operations.ts'
import type { Queries } from '../db/database.ts'
import { readInOrder } from '../db/sql-parts.ts'

/** Beyond that number it does not matter any more how many there are. */
const MOST = 10_000

/** Changes that nobody has been told of yet. */
export interface WaitingChanges {
  waiting: number
  retrying: number
  /** Those of both that may be taken now. */
  due: number
  oldestSeconds: number | null
}

/** A row of counts. */
interface Counted {
  waiting: number
  retrying: number
  failed: number
  oldest: number | null
}

/** Clocks of copies may differ a little. */
const age = (seconds: number | null): number | null => seconds && Math.max(0, seconds)

/** How many changes wait to be told, and how long the oldest has. */
export async function waitingChanges(queries: Queries): Promise<WaitingChanges> {
  await readInOrder(queries)
  const { rows } = await sql<Omit<Counted, 'failed'> & { due: number }>`select (count(*) filter (where tries <= 1))::integer as waiting,
      (count(*) filter (where tries > 1))::integer as retrying, (count(*) filter (where due_at <= now()))::integer as due,
      extract(epoch from now() - min(written_at))::float8 as oldest
    from (select due_at, written_at, tries from outbox order by due_at limit ${MOST}) o`.execute(queries)
  const [{ oldest, ...counts } = { waiting: 0, retrying: 0, due: 0, oldest: null }] = rows
  return { ...counts, oldestSeconds: age(oldest) }
}

/** The messages of each channel that have not arrived, each kind counted up to `MOST`. */
export async function unsentDeliveries(queries: Queries): Promise<OutboxFigures[]> {
  await readInOrder(queries)
  const figures: OutboxFigures[] = []
  for (const stage of ['mail', 'webhook'] as const) {
    // Each part has an index of its own; the log between them is not read.
    const { rows } = await sql<Counted>`select w.*, f.* from (select (count(*) filter (where d.attempts = '[]'))::integer as waiting,
        (count(*) filter (where d.attempts <> '[]'))::integer as retrying, extract(epoch from now() - min(d.at))::float8 as oldest
      from (select attempts, at from delivery where state = 'waiting' and channel = ${stage} order by at limit ${sql.lit(MOST)}) d) w,
      (select count(*)::integer as failed from (select from delivery where state = 'failed' and channel = ${stage} limit ${sql.lit(MOST)}) d) f`.execute(
      queries,
    )
    const [{ oldest, ...counts } = { waiting: 0, retrying: 0, failed: 0, oldest: null }] = rows
    figures.push({ stage, ...counts, oldestSeconds: age(oldest) })
  }
  return figures
}

/** What is on its way to people and other systems, over all tenants; names none of them. */
export async function outboxOf(queries: Queries): Promise<Outbox> {
  const { waiting, retrying, oldestSeconds } = await waitingChanges(queries)
  const { rows } = await sql<Outbox['webhooks']>`select (count(*) filter (where stopped_at is null))::integer as failing,
      count(stopped_at)::integer as stopped
    from watch where failing_since is not null and is_active and webhook_url is not null`.execute(queries)
  return {
    stages: [{ stage: 'changes', waiting, retrying, oldestSeconds, failed: null }, ...(await unsentDeliveries(queries))],
    webhooks: rows[0] ?? { failing: 0, stopped: 0 },
  }
}
