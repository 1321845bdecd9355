import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { balanceRanks } from '../db/ddl/balance-ranks.ts'
import { foldMarks } from '../db/ddl/change-marks.ts'
import { archivingTask, type JournalRetention } from '../journal/archive/archiving-task.ts'
import { ensurePartitions } from '../journal/partitions.ts'
import { backfillTask } from '../evolution/backfill.ts'
import { catalogueOf } from '../entities/model/catalogue.ts'
import { KEPT_AFTER_SECONDS } from '../livemon/live-sessions.ts'
import { ANSWER_KEPT_SECONDS } from '../plan/idempotency.ts'
import { embeddedUpkeep } from './embedded-upkeep.ts'
import type { Step, Task } from './task.ts'

/** Rows of a table that serve nobody any more after a time. */
export interface Expiring {
  name: string
  table: string
  /** The columns of its primary key. */
  key: string
  /** The column that the time counts from; an index finds the oldest. */
  since: string
  keptSeconds: number
  /** How often they are removed. @default an hour */
  everyMs?: number
}

const DAY_SECONDS = 24 * 3600
const HOUR_MS = 60 * 60 * 1000
/** For what grows fast, or slows something down until then: pages far down a list after a large import. */
const MINUTE_MS = 60 * 1000

/** All that expires. Whatever else grows has a row for each record, person or tenant and goes with it, or is the journal. */
export const expiring: readonly Expiring[] = [
  { name: 'idempotency_answers', table: 'idempotency', key: 'caller_oid, key', since: 'created_at', keptSeconds: ANSWER_KEPT_SECONDS },
  { name: 'live_sessions', table: 'live_session', key: 'oid', since: 'expires_at', keptSeconds: KEPT_AFTER_SECONDS },
  { name: 'invitation_links', table: 'invitation_link', key: 'token_hash', since: 'expires_at', keptSeconds: 0 },
  // Sessions, codes and tokens of the embedded provider, which itself deletes only what somebody ends.
  { name: 'sign_in_sessions', table: 'identity_store', key: 'model, id', since: 'expires_at', keptSeconds: 0 },
  // Calls of the windows of rate limits, which somebody may make from very many addresses.
  { name: 'rate_counts', table: 'rate_count', key: 'key', since: 'ends_at', keptSeconds: 60, everyMs: MINUTE_MS },
  // Copies that ended without a word.
  { name: 'service_copies', table: 'service_copy', key: 'id', since: 'seen_at', keptSeconds: 3600 },
  // Changes that nobody could be told of, messages of the bell, and the log of deliveries.
  { name: 'untold_changes', table: 'outbox', key: 'tenant_oid, oid', since: 'written_at', keptSeconds: 7 * DAY_SECONDS },
  { name: 'notifications', table: 'notification', key: 'tenant_oid, oid', since: 'at', keptSeconds: 90 * DAY_SECONDS },
  { name: 'deliveries', table: 'delivery', key: 'tenant_oid, oid', since: 'ended_at', keptSeconds: 30 * DAY_SECONDS },
  // Long enough to look at what was found, and to send it to somebody.
  { name: 'schema_examinations', table: 'schema_examination', key: 'oid', since: 'seen_at', keptSeconds: 7 * DAY_SECONDS },
]

/** Some milliseconds of work. */
const BATCH = 500

/** Everything that is done now and then, in this order. */
export function housekeepingTasks(database: Database, retention?: JournalRetention): Task[] {
  const { models } = catalogueOf(database)
  const versions = backfillTask(models.values())
  const once = async (work: Promise<number>): Promise<Step> => ({ rows: await work, isMore: false })
  return [
    ...(versions ? [versions] : []),
    { name: 'list_ranks', everyMs: MINUTE_MS, step: (queries) => once(balanceRanks(queries, models.values())) },
    { name: 'list_changes', everyMs: MINUTE_MS, step: (queries) => once(foldMarks(queries)) },
    { name: 'journal_partitions', everyMs: HOUR_MS, asOwner: true, step: (queries) => once(ensurePartitions(queries)) },
    ...(database.kind === 'embedded' ? [embeddedUpkeep] : []),
    ...(retention ? [archivingTask(retention, database.secretKey)] : []),
    ...expiring.map((what): Task => {
      const { name, everyMs = HOUR_MS } = what
      return { name, everyMs, step: (queries) => removeExpired(queries, what) }
    }),
  ]
}

async function removeExpired(queries: Queries, { table, key, since, keptSeconds }: Expiring): Promise<Step> {
  const [from, columns, column] = [sql.raw(table), sql.raw(key), sql.raw(since)]
  const { numAffectedRows } = await sql`delete from ${from} where (${columns}) in (select ${columns} from ${from}
    where ${column} < now() - make_interval(secs => ${keptSeconds}) order by ${column} limit ${BATCH})`.execute(queries)
  const rows = Number(numAffectedRows)
  return { rows, isMore: rows === BATCH }
}
