import { sql } from 'kysely'
import type { Examination, ExaminationProgress, SchemaFile, SchemaPlan } from '../../schemas/schema-plan.ts'
import { forNoCaller } from '../db/connections/caller-gone.ts'
import { asService, type Database, type Queries } from '../db/database.ts'
import { newOid } from '../db/new-oid.ts'
import { lockNames } from '../db/sql-parts.ts'
import { examineInThread, type Outcome } from './examination-thread.ts'

/** How often a running examination says that it goes on, and learns that somebody ended it. */
const SEEN_EVERY_MS = 1_000
/** One that has not said so for this long is gone with its copy of the service. */
const LOST_AFTER = '30 seconds'

/** The examinations that this copy of the service works on. What is known of them is in the database, for every copy. */
export class Examinations {
  readonly #database: Database
  readonly #silentMs: number | undefined
  readonly #ending = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(database: Database, { silentMs }: { silentMs?: number | undefined } = {}) {
    this.#database = database
    this.#silentMs = silentMs
  }

  /** How many this copy works on. */
  get running(): number {
    return this.#running.size
  }

  /** Begins one; undefined while another one runs anywhere. Resolves when it has begun. */
  async begin(file: SchemaFile): Promise<Examination | undefined> {
    const oid = newOid()
    const isFree = await asService(this.#database, async (queries) => {
      await lockNames(queries, { kind: 'schema_examination', names: ['one'] })
      const { rows } = await sql`insert into schema_examination (oid, version, began_at, seen_at, state)
        select ${oid}, ${file.version}, now(), now(), 'running' where not exists (select from schema_examination
          where state = 'running' and seen_at > now() - ${LOST_AFTER}::interval) returning oid`.execute(queries)
      return rows.length > 0
    })
    if (!isFree) return undefined
    const running = forNoCaller(() => this.#run(oid, file)).finally(() => this.#running.delete(running))
    this.#running.add(running)
    return examinationOf(this.#database, oid)
  }

  /** Ends those of this copy. */
  async end(): Promise<void> {
    this.#ending.abort()
    await Promise.all(this.#running)
  }

  async #run(oid: string, file: SchemaFile): Promise<void> {
    const cancelled = new AbortController()
    const signal = AbortSignal.any([cancelled.signal, this.#ending.signal])
    let progress: ExaminationProgress | null = null
    const goesOn = async (): Promise<void> => {
      const isWanted = await asService(this.#database, (queries) => noteProgress(queries, oid, progress)).catch(() => true)
      if (!isWanted) cancelled.abort()
    }
    const timer = setInterval(() => void goesOn(), SEEN_EVERY_MS)
    timer.unref()
    try {
      const silentMs = this.#silentMs
      const onProgress = (now: ExaminationProgress): void => void (progress = now)
      const parts = { database: this.#database, file, onProgress, signal, ...(silentMs !== undefined && { silentMs }) }
      const outcome = await examineInThread(parts).catch((error: unknown): Outcome => ({ failure: brokenBy(error) }))
      await asService(this.#database, (queries) => noteOutcome(queries, oid, { outcome, progress })).catch(() => undefined)
    } finally {
      clearInterval(timer)
    }
  }
}

const brokenBy = (error: unknown): NonNullable<Examination['failure']> => ({
  reason: 'broken',
  params: {},
  message: error instanceof Error ? error.message : String(error),
})

/** Whether somebody still wants it. */
async function noteProgress(queries: Queries, oid: string, progress: ExaminationProgress | null): Promise<boolean> {
  const { rows } = await sql`update schema_examination set seen_at = now(), progress = ${JSON.stringify(progress)}::jsonb
    where oid = ${oid} and state = 'running' returning oid`.execute(queries)
  return rows.length > 0
}

async function noteOutcome(
  queries: Queries,
  oid: string,
  { outcome, progress }: { outcome: Outcome | undefined; progress: ExaminationProgress | null },
): Promise<void> {
  const [plan, failure] = [outcome && 'plan' in outcome ? outcome.plan : null, outcome && 'failure' in outcome ? outcome.failure : null]
  const state = stateOf(outcome)
  // What somebody cancelled stays so.
  await sql`update schema_examination set seen_at = now(), state = ${state}, progress = ${JSON.stringify(progress)}::jsonb,
    result = ${JSON.stringify(plan)}::jsonb, failure = ${JSON.stringify(failure)}::jsonb
    where oid = ${oid} and state = 'running'`.execute(queries)
}

function stateOf(outcome: Outcome | undefined): Examination['state'] {
  if (outcome === undefined) return 'lost'
  return 'plan' in outcome ? 'done' : 'failed'
}

interface ExaminationRow {
  oid: string
  version: string
  state: Examination['state']
  began: Date
  progress: ExaminationProgress | null
  result: SchemaPlan | null
  failure: Examination['failure']
}

/** An examination, whichever copy works on it; the latest one without an oid. */
export async function examinationOf(database: Database, oid?: string): Promise<Examination | undefined> {
  const which = oid === undefined ? sql`true` : sql`oid = ${oid}`
  const { rows } = await asService(database, (queries) =>
    sql<ExaminationRow>`select oid, version, began_at as began, progress, result, failure,
      case when state = 'running' and seen_at < now() - ${LOST_AFTER}::interval then 'lost' else state end as state
    from schema_examination where ${which} order by began_at desc limit 1`.execute(queries),
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { began, result: plan, ...rest } = row
  return { ...rest, beganAt: new Date(began).toISOString(), plan }
}

/** Ends an examination; the copy that works on it notices within a second. */
export async function cancelExamination(database: Database, oid: string): Promise<void> {
  await asService(database, (queries) =>
    sql`update schema_examination set state = 'cancelled' where oid = ${oid} and state = 'running'`.execute(queries),
  )
}
