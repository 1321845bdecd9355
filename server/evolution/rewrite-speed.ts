import { sql } from 'kysely'
import type { RewriteSpeed } from '../../schemas/schema-plan.ts'
import type { Database, Queries } from '../db/database.ts'

/** Rows from which on the speed of a rewrite, or of reading, says something. */
const TELLING_ROWS = 1_000
/** A rewrite that pauses for longer has ended; what is rewritten afterwards belongs to another one. */
const IDLE = '1 minute'
/** After each step housekeeping rests for as long as the step took. */
const WITH_RESTS = 2
/**
 * A row takes so many times longer to be rewritten than to be read and converted, rests included: measured with 60,000 rows of four fields
 * (docs/decisions/0345-schema-changes.md).
 */
const REWRITE_TO_READ: Readonly<Record<Database['kind'], number>> = { postgres: 2.2, embedded: 5.5 }
/** Where nothing is known: what housekeeping does with a million rows of four fields (`npm run bench -- BACKFILL`). */
const ASSUMED = 4_000

/** What one step rewrote. */
interface RewriteStep {
  entity: string
  version: number
  rows: number
  seconds: number
}

/** Adds a step to what is kept of the entity's last rewrite. A few rows that copies of the version before wrote are none. */
export async function noteRewrite(queries: Queries, { entity, version, rows, seconds }: RewriteStep): Promise<void> {
  if (rows === 0) return
  const isNew = sql`(r.version <> excluded.version or (r.ended_at < now() - ${IDLE}::interval and excluded.rows >= ${TELLING_ROWS}))`
  await sql`insert into backfill_run as r (entity, version, began_at, ended_at, rows, seconds)
    values (${entity}, ${version}, now(), clock_timestamp(), ${rows}, ${seconds})
    on conflict (entity) do update set version = excluded.version, ended_at = excluded.ended_at,
      began_at = case when ${isNew} then excluded.began_at else r.began_at end,
      rows = excluded.rows + case when ${isNew} then 0 else r.rows end,
      seconds = excluded.seconds + case when ${isNew} then 0 else r.seconds end
    where ${isNew} or r.ended_at >= now() - ${IDLE}::interval`.execute(queries)
}

/** A rewrite of this database, as it was noted. */
export interface Rewrite {
  entity: string
  version: number
  beganAt: string
  endedAt: string
  rows: number
  rowsPerSecond: number
}

interface RewriteRow {
  entity: string
  version: number
  began: Date
  ended: Date
  rows: string
  seconds: number
}

/** The last rewrite of each entity, the latest first. */
export async function rewritesOf(queries: Queries): Promise<Rewrite[]> {
  // A database of a version before has none.
  const { rows: tables } = await sql<{ found: string | null }>`select to_regclass('backfill_run')::text as found`.execute(queries)
  if ((tables[0]?.found ?? null) === null) return []
  const { rows } = await sql<RewriteRow>`select entity, version, began_at as began, ended_at as ended, rows::text as rows, seconds
    from backfill_run order by ended_at desc`.execute(queries)
  return rows.map(({ entity, version, began, ended, rows: count, seconds }) => {
    const [from, to] = [new Date(began), new Date(ended)]
    const tookSeconds = Math.max((to.getTime() - from.getTime()) / 1000, WITH_RESTS * seconds, 0.001)
    return {
      entity,
      version,
      beganAt: from.toISOString(),
      endedAt: to.toISOString(),
      rows: Number(count),
      rowsPerSecond: Number(count) / tookSeconds,
    }
  })
}

/** The speed to expect: that of the last rewrite in this database, else what reading says, else what was measured elsewhere. */
export function expectedSpeed(
  { kind }: Pick<Database, 'kind'>,
  rewrites: readonly Rewrite[],
  read: { rows: number; seconds: number },
): RewriteSpeed {
  const last = rewrites.find(({ rows }) => rows >= TELLING_ROWS)
  if (last !== undefined) return { from: 'backfill', rowsPerSecond: rounded(last.rowsPerSecond), entity: last.entity, at: last.endedAt }
  if (read.rows >= TELLING_ROWS && read.seconds > 0)
    return { from: 'reading', rowsPerSecond: rounded(read.rows / read.seconds / REWRITE_TO_READ[kind]) }
  return { from: 'assumed', rowsPerSecond: ASSUMED }
}

const rounded = (rate: number): number => Math.max(1, Math.round(rate))
