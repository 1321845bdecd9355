import { sql } from 'kysely'
import type { Outbox, OutboxFigures } from '../../schemas/operations.ts'
import type { Queries } from '../db/database.ts'

/** Beyond that number it does not matter any more how many there are. */
const MOST_CHANGES = 10_000

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
  const { rows } = await sql<Omit<Counted, 'failed'> & { due: number }>`select (count(*) filter (where tries <= 1))::integer as waiting,
      (count(*) filter (where tries > 1))::integer as retrying, (count(*) filter (where due_at <= now()))::integer as due,
      extract(epoch from now() - min(written_at))::float8 as oldest
    from (select due_at, written_at, tries from outbox order by due_at limit ${MOST_CHANGES}) o`.execute(queries)
  const [{ oldest, ...counts } = { waiting: 0, retrying: 0, due: 0, oldest: null }] = rows
  return { ...counts, oldestSeconds: age(oldest) }
}

/** The messages of each channel that have not arrived. */
export async function unsentDeliveries(queries: Queries): Promise<OutboxFigures[]> {
  // Each part has an index of its own; the log between them is not read.
  const { rows } = await sql<Counted & { channel: 'mail' | 'webhook' }>`select c.channel,
      coalesce(max(w.waiting), 0)::integer as waiting, coalesce(max(w.retrying), 0)::integer as retrying,
      coalesce(max(f.failed), 0)::integer as failed, max(w.oldest)::float8 as oldest
    from (values ('mail'), ('webhook')) as c(channel)
    left join (select d.channel, count(*) filter (where d.attempts = '[]') as waiting, count(*) filter (where d.attempts <> '[]') as retrying,
        extract(epoch from now() - min(d.at)) as oldest
      from delivery d where d.state = 'waiting' group by d.channel) w on w.channel = c.channel
    left join (select d.channel, count(*) as failed from delivery d where d.state = 'failed' group by d.channel) f on f.channel = c.channel
    group by c.channel order by c.channel`.execute(queries)
  return rows.map(({ channel, waiting, retrying, failed, oldest }) => ({
    stage: channel,
    waiting,
    retrying,
    oldestSeconds: age(oldest),
    failed,
  }))
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
