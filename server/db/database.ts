import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { callerGone, forNoCaller, goneError, isCallerGone } from './connections/caller-gone.ts'
import { beginTexts, type Connection, type StatementListener, type UnitOptions, type Watch } from './connections/connection.ts'
import { embeddedPool } from './embedded/embedded.ts'
import { codeOf, isLost, OutcomeUnknown } from './errors.ts'
import { type Pool, serverPool } from './connections/pool.ts'
import { Pulse } from './connections/pulse.ts'
import { findRoles, type Roles } from './ddl/roles.ts'
import { markDistributed, withinTenant } from './distribution/connections.ts'
import { findDistribution } from './distribution/find.ts'
import { DatabaseActivity } from './activity/database-activity.ts'
import { planOf } from './activity/plan-of.ts'
import { SlowStatements, type SlowParts } from './activity/slow-statements.ts'
import { EVERYTHING, type Scope } from './scope.ts'
import { Standbys, type ReadOn, type StandbySettings } from './standbys/standbys.ts'
import type { Tables } from './tables.ts'

interface DatabaseOptions {
  /** Where the records are: a folder of our own, or PostgreSQL. */
  at: { dataDir: string } | { url: string }
  /** 32 bytes: encrypts stored secrets and seals the journal. */
  secretKey: Buffer
  /** @default 10 */
  poolSize?: number
  /** PostgreSQL only; 0: no limit. @default 60,000 */
  statementTimeoutMs?: number
  /** PostgreSQL only. @default all reads go to the primary */
  standbys?: StandbySettings | undefined
  /** Logs statements that take longer. @default none */
  slow?: Omit<SlowParts, 'explain'> | undefined
}

/** Queries on one connection: typed for the core tables, `sql` for everything. */
export type Queries = Kysely<Tables>

/** The one way to the records. Every use names what it may see, and is a transaction of its own. */
export interface Database {
  readonly kind: 'embedded' | 'postgres'
  readonly secretKey: Buffer
  /**
   * Reads as the service's role, seeing these scopes only, everything as of one moment; run again when the connection was lost. What would
   * write is refused (25006). A standby may answer, as the session of the request allows.
   */
  withScope<T>(scopes: readonly Scope[], work: (queries: Queries) => Promise<T>): Promise<T>
  /** The same for work that reads records of one tenant only, and may join them in any way. */
  withinTenant<T>(scopes: readonly Scope[], tenantOid: string, work: (queries: Queries) => Promise<T>): Promise<T>
  /**
   * Reads and writes in the same way; run again when it loses to another transaction (40001, 40P01), or when the connection was lost before
   * the commit. Throw `rollBackWith(value)` to undo and answer.
   */
  transaction<T>(scopes: readonly Scope[], work: (queries: Queries) => Promise<T>): Promise<T>
  /** As the connected user, who owns the tables, seeing everything: for migrations, keys, and what PostgreSQL shows to that user only. */
  asOwner<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /**
   * One statement outside of any transaction, as the connected user, for as long as it takes: what PostgreSQL does without holding up those
   * who write (`create index concurrently`).
   */
  alone(statement: string): Promise<void>
  /** Names of the database's two roles. */
  roles(): Promise<Roles>
  /** Whether tables are spread over several servers; found once, so a database is distributed while no copy of the service runs. */
  isDistributed(): Promise<boolean>
  /** Servers that may answer reads in place of the primary; undefined without any. */
  readonly standbys: Standbys | undefined
  /** What is measured. */
  readonly activity: DatabaseActivity
  /** Resolves when the database has answered. */
  ping(): Promise<void>
  /** Whether it works for others, and answers them, while `ping` waits for its turn. */
  isBusy(): boolean
  /** Calls back with the text of every statement; the answer ends it. */
  onStatement(listener: StatementListener): () => void
  close(): Promise<void>
}

const MAX_TRIES = 6
/** A plan waits this long for the locks of tables at most: it matters less than whoever has them, or the end of this copy. */
const PLAN_TIMEOUT_MS = 1_000
const SERIALIZATION_FAILURES = new Set(['40001', '40P01'])

class RolledBack extends Error {
  readonly value: unknown

  constructor(value: unknown) {
    super('rolled back on purpose')
    this.value = value
  }
}

/** To throw inside a transaction: nothing is stored, and the transaction answers with the value. */
export function rollBackWith(value: unknown): Error {
  return new RolledBack(value)
}

/** Opens the database; nothing is created or migrated yet (`migrate`). */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const listeners = new Set<StatementListener>()
  const pulse = new Pulse()
  const { at, statementTimeoutMs = 60_000 } = options
  const activity = new DatabaseActivity('url' in at ? (options.poolSize ?? 10) : 1)
  const watch = { listeners, pulse, activity }
  const pool = 'url' in at ? serverPool({ url: at.url, size: options.poolSize ?? 10, watch }) : await embeddedPool(at.dataDir, watch)
  const lent = <T>(work: Work<T>): Promise<T> => lend({ pool, pulse, activity }, work)
  const owner = { scopes: EVERYTHING, role: 'none', readOnly: false, statementTimeoutMs }
  const isDistributed = onceFound(async () => {
    return 'url' in at && lent((held) => write(held, { ...owner, distributed: false }, findDistribution))
  })
  const asOwner: Database['asOwner'] = async (work) => {
    const distributed = await isDistributed()
    return lent((held) => write(held, { ...owner, distributed }, work))
  }
  const roles = onceFound(() => asOwner(findRoles))
  const unit = async (scopes: readonly Scope[], readOnly: boolean): Promise<UnitOptions> => {
    return { scopes, role: (await roles()).app, readOnly, statementTimeoutMs, distributed: await isDistributed() }
  }
  const standbys = standbysOf(options, { watch: { listeners, activity }, lent })
  const again = <T>(work: () => Promise<T>): Promise<T> => retried(work, activity)
  const withScope: Database['withScope'] = async (scopes, work) => {
    const options = await unit(scopes, true)
    const found = options.distributed
      ? undefined
      : await standbys?.read((standby, steps) => lend({ ...standby, activity }, admitted(steps, { options, work })))
    if (found !== undefined) return found.value
    return again(() =>
      lent((held) => read(held, options, (queries) => standbys?.onPrimary(held.connection, () => work(queries)) ?? work(queries))),
    )
  }
  if (options.slow) {
    const explained = (text: string): Promise<string[]> =>
      lent(async (held) =>
        read(held, { ...(await unit([], true)), statementTimeoutMs: PLAN_TIMEOUT_MS }, (queries) => planOf(queries, text)),
      )
    // Whoever waits for a connection must not wait for a plan.
    const explain = (text: string): Promise<string[] | undefined> =>
      forNoCaller(async () => ((await activity.untilRoom()) ? explained(text) : undefined))
    const slow = new SlowStatements({ ...options.slow, explain })
    activity.onStatement = (statement) => slow.saw(statement)
  }
  return {
    kind: 'url' in at ? 'postgres' : 'embedded',
    secretKey: options.secretKey,
    withScope,
    withinTenant: (scopes, tenantOid, work) => withScope(scopes, (queries) => withinTenant(queries, tenantOid, () => work(queries))),
    transaction: async (scopes, work) => {
      const options = await unit(scopes, false)
      return again(() => lent((held) => write(held, { ...options, standbys }, work)))
    },
    asOwner,
    alone: (statement) => lent(async ({ connection }) => ({ value: void (await connection.control(statement)) })),
    roles,
    isDistributed,
    standbys,
    activity,
    ping: () =>
      lend({ pool, pulse, activity, isQuestion: true }, async ({ connection }) => ({ value: void (await connection.control('select 1')) })),
    isBusy: () => pulse.isBusy(),
    onStatement(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      await standbys?.close()
      await pool.close()
    },
  }
}

/** The servers that the options name, which ask the primary over the pool. */
function standbysOf(
  { at, standbys, poolSize = 10 }: DatabaseOptions,
  { watch, lent }: { watch: Omit<Watch, 'pulse'>; lent: <T>(work: Work<T>) => Promise<T> },
): Standbys | undefined {
  if (!('url' in at) || standbys === undefined) return undefined
  const askPrimary = (text: string): Promise<unknown[]> =>
    lent(async ({ connection }) => ({ value: (await connection.control(text)).rows as unknown[] }))
  return new Standbys({ ...standbys, poolSize, watch, askPrimary })
}

/** Reading work on a standby, done only where that is admitted. */
function admitted<T>(
  { admit, within }: Parameters<ReadOn<T>>[1],
  { options, work }: { options: UnitOptions; work: (queries: Queries) => Promise<T> },
): Work<{ value: T } | undefined> {
  return async (held) => {
    if (!(await admit(held.connection))) return { value: undefined }
    const { value, ended } = await read(held, options, async (queries) => {
      const checked = within(held.connection)
      checked.catch(() => undefined)
      const found = await work(queries)
      await checked
      return found
    })
    return { value: { value }, ended }
  }
}

/** A connection while it is lent. */
interface Held {
  connection: Connection
  /**
   * From now on no hang-up ends a statement; resolves when what was asked for before has arrived. Whoever ends a transaction waits for
   * this: its end could be cancelled in place of its last statement, and would leave the transaction open.
   */
  settle(): Promise<unknown>
}

/** What a connection was lent for; it is given back when `ended` is settled. */
type Work<T> = (held: Held) => Promise<{ value: T; ended?: Promise<unknown> }>

interface Lender {
  pool: Pool
  /** Of the pool, in metrics. @default that of the primary */
  name?: string
  pulse: Pulse
  activity: DatabaseActivity
  isQuestion?: boolean
}

/** Lends a connection. When the caller of the request goes away meanwhile, the statement is ended, where the database can do that. */
async function lend<T>({ pool, name, pulse, activity, isQuestion = false }: Lender, work: Work<T>): Promise<T> {
  const { connection, release: giveUp, cancel } = await activity.lend(() => pool.acquire(), name)
  const release = (broken: boolean): void => {
    activity.giveBack(name)
    giveUp(broken)
  }
  if (isCallerGone()) {
    release(false)
    throw goneError()
  }
  pulse.lend(isQuestion)
  let cancelled: Promise<unknown> = Promise.resolve()
  const forget = cancel && callerGone(() => (cancelled = cancel().catch(() => undefined)))
  const settle = (): Promise<unknown> => {
    forget?.()
    return cancelled
  }
  const giveBack = async (ended?: Promise<unknown>): Promise<void> => {
    const failure = await Promise.resolve(ended).then(
      () => undefined,
      (error: unknown) => error,
    )
    // Whoever is lent the connection next must not have a statement cancelled that was meant for this one.
    await settle()
    pulse.giveBack(isQuestion)
    release(failure !== undefined && isLost(failure))
  }
  try {
    const { value, ended } = await work({ connection, settle })
    void giveBack(ended)
    return value
  } catch (error) {
    await giveBack(Promise.reject(error))
    throw isCallerGone() && !(error instanceof OutcomeUnknown) ? goneError(error) : error
  }
}

/** A transaction that reads: its answer need not wait for the end. */
async function read<T>(
  held: Held,
  options: UnitOptions,
  work: (queries: Queries) => Promise<T>,
): Promise<{ value: T; ended: Promise<unknown> }> {
  const value = await begun(held, options, work)
  return { value, ended: held.settle().then(() => held.connection.control('commit')) }
}

/** A transaction that may write: it is done when the database says so. */
async function write<T>(
  held: Held,
  { standbys, ...options }: UnitOptions & { standbys?: Standbys | undefined },
  work: (queries: Queries) => Promise<T>,
): Promise<{ value: T }> {
  let value: T
  try {
    value = await begun(held, options, work)
  } catch (error) {
    if (error instanceof RolledBack) return { value: error.value as T }
    throw error
  }
  await held.settle()
  const commit = held.connection.control('commit')
  const note = standbys?.writeNote()
  const noted = note === undefined ? undefined : held.connection.control(note)
  noted?.catch(() => undefined)
  const { command } = await commit.catch((error: unknown) => {
    throw isLost(error) ? new OutcomeUnknown(error) : error
  })
  if (command === 'ROLLBACK') throw new Error('a statement of the transaction failed, and nobody noticed')
  if (note !== undefined && noted !== undefined) await standbys?.wrote(note, noted)
  return { value }
}

/** Begins the transaction without waiting for the answer, together with the first statement of its work; rolls back when the work fails. */
async function begun<T>({ connection, settle }: Held, options: UnitOptions, work: (queries: Queries) => Promise<T>): Promise<T> {
  connection.gather()
  const begin = Promise.all(beginTexts(options).map((text) => connection.control(text)))
  begin.catch(() => undefined)
  if (options.distributed) markDistributed(connection.kysely)
  try {
    const value = await work(connection.kysely)
    await begin
    if (isCallerGone()) throw goneError()
    return value
  } catch (error) {
    const reason: unknown = await begin.then(
      () => error,
      (refusal: unknown) => refusal,
    )
    await settle()
    // Where this fails the connection is lost, and the transaction with it.
    await connection.control('rollback').catch(() => undefined)
    throw reason
  }
}

/** Runs work again that lost to another transaction, and once more when the connection was lost before anything was committed. */
async function retried<T>(work: () => Promise<T>, activity: DatabaseActivity): Promise<T> {
  let isLostBefore = false
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isOnceMore: boolean = isLost(error) && !(error instanceof OutcomeUnknown) && !isLostBefore
      if (!isOnceMore && (tries >= MAX_TRIES || !SERIALIZATION_FAILURES.has(codeOf(error)))) throw error
      isLostBefore ||= isOnceMore
      activity.retried(isOnceMore ? 'lost' : codeOf(error))
      if (!isOnceMore) await sleep(randomInt(5, 20) * 2 ** tries)
    }
  }
}

/** The answer is kept once there is one; a failure is asked for again. */
function onceFound<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => {
    found ??= find().catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}

/** Work of the service itself on its own tables: people's passwords and sessions are visible to nobody else. */
export function asService<T>(db: Database, work: (queries: Queries) => Promise<T>): Promise<T> {
  return db.transaction(EVERYTHING, work)
}
