import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { beginInner } from '../../tracing/spans.ts'
import { codeOf, isLost } from '../errors.ts'
import { requestWork } from './request-work.ts'
import { StandbyActivity } from './standby-activity.ts'
import { controlName, statementName } from './statement-name.ts'

/** A statement that has ended. */
export interface EndedStatement {
  /** What it does, and to which table. */
  name: string
  /** Absent where it has values in it. */
  text?: string
  ms: number
  rows: number
}

/** Why a transaction ran again, by the code of PostgreSQL's error. */
const RETRY_REASONS: Readonly<Record<string, string>> = { '40001': 'conflict', '40P01': 'deadlock' }

const WAIT_BUCKETS_SECONDS = [0.0001, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
const MAX_NAMES = 400
/** The pool of the server that takes writes; those of standbys are named like them. */
const PRIMARY = 'primary'
const CONTROL_NAMES = ['begin', 'commit', 'rollback', 'set']
/** Classes of SQLSTATE that tell of a connection, of transactions that ran against each other, and of an administrator's or a time limit's end. */
const USUAL_CLASSES = ['08', '40', '57']
/** How often, and how many times, it is looked whether the pool has room. */
const ROOM_EVERY_MS = 100
const ROOM_TRIES = 50

const DATABASE_FACTS = { 'db.system.name': 'postgresql' }

type Answer = Promise<{ rowCount: number | null }>

/** Measures what the service asks of its database: connections, statements by name, transactions that ran again. */
export class DatabaseActivity {
  readonly #statements = new Counter({
    name: 'database_statements_total',
    help: 'Statements by name.',
    labelNames: ['statement'] as const,
    registers: [],
  })
  readonly #seconds = new Counter({
    name: 'database_statement_seconds_total',
    help: 'Time that answers of statements were waited for, by name.',
    labelNames: ['statement'] as const,
    registers: [],
  })
  readonly #rows = new Counter({
    name: 'database_statement_rows_total',
    help: 'Rows that statements returned or changed, by name.',
    labelNames: ['statement'] as const,
    registers: [],
  })
  readonly #failures = new Counter({
    name: 'database_statement_failures_total',
    help: 'Statements that failed, by name and class of SQLSTATE.',
    labelNames: ['statement', 'code'] as const,
    registers: [],
  })
  readonly #waits = new Histogram({
    name: 'database_connection_wait_seconds',
    help: 'Time until a unit of work had a connection, by pool.',
    labelNames: ['pool'] as const,
    buckets: WAIT_BUCKETS_SECONDS,
    registers: [],
  })
  readonly #connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of this copy that are used, and units of work that wait for one, by pool: the primary, or a standby by name.',
    labelNames: ['pool', 'state'] as const,
    registers: [],
  })
  readonly #limit = new Gauge({
    name: 'database_connections_max',
    help: 'Connections that this copy may have, by pool.',
    labelNames: ['pool'] as const,
    registers: [],
  })
  readonly #retries = new Counter({
    name: 'database_retries_total',
    help: 'Transactions that ran again, by reason.',
    labelNames: ['reason'] as const,
    registers: [],
  })
  readonly #names = new Set<string>(CONTROL_NAMES)
  readonly #pools = new Map<string, { max: number; used: number; waiting: number }>()
  readonly standbys = new StandbyActivity()
  /** Called with each statement. */
  onStatement: ((statement: EndedStatement) => void) | undefined

  constructor(maxConnections: number) {
    this.addPool(PRIMARY, maxConnections)
    for (const statement of CONTROL_NAMES) {
      for (const metric of [this.#statements, this.#seconds, this.#rows]) metric.inc({ statement }, 0)
      for (const code of USUAL_CLASSES) this.#failures.inc({ statement, code }, 0)
    }
    for (const reason of ['conflict', 'deadlock', 'lost']) this.#retries.inc({ reason }, 0)
  }

  registerIn(registry: Registry): void {
    for (const metric of [this.#statements, this.#seconds, this.#rows]) registry.registerMetric(metric)
    registry.registerMetric(this.#failures)
    registry.registerMetric(this.#retries)
    registry.registerMetric(this.#connections)
    registry.registerMetric(this.#limit)
    registry.registerMetric(this.#waits)
    this.standbys.registerIn(registry)
  }

  addPool(pool: string, max: number): void {
    this.#pools.set(pool, { max, used: 0, waiting: 0 })
    this.#limit.set({ pool }, max)
    this.#waits.zero({ pool })
    this.#tell(pool)
  }

  /** Follows a statement until its answer is there; the answer is not delayed. */
  follow(text: string, answer: Answer): void {
    const request = requestWork()
    request?.begin()
    this.#measure({ name: statementName(text), text }, answer, () => request?.end())
  }

  /** The same for statements around a unit of work, which do not count among those of its request, and may have values in their text. */
  followControl(text: string, answer: Answer): void {
    this.#measure({ name: controlName(text) }, answer, () => undefined)
  }

  /** Waits for a connection. */
  async lend<T>(acquire: () => Promise<T>, pool = PRIMARY): Promise<T> {
    const from = performance.now()
    this.#change(pool, { waiting: 1 })
    try {
      const lent = await acquire()
      this.#change(pool, { used: 1 })
      return lent
    } finally {
      this.#change(pool, { waiting: -1 })
      const ms = performance.now() - from
      this.#waits.observe({ pool }, ms / 1000)
      const request = requestWork()
      if (request) request.waitMs += ms
    }
  }

  giveBack(pool = PRIMARY): void {
    this.#change(pool, { used: -1 })
  }

  /** Waits some seconds until the primary has a free connection that nobody waits for; false if it has none by then. */
  async untilRoom(): Promise<boolean> {
    for (let tries = 0; tries < ROOM_TRIES; tries++) {
      const { max, used, waiting } = this.#stateOf(PRIMARY)
      if (waiting === 0 && used < max) return true
      await sleep(ROOM_EVERY_MS, undefined, { ref: false })
    }
    return false
  }

  /** `why`: the code of the error, or `lost` with the connection. */
  retried(why: string): void {
    this.#retries.inc({ reason: RETRY_REASONS[why] ?? why })
  }

  #stateOf(pool: string): { max: number; used: number; waiting: number } {
    return this.#pools.get(pool) ?? { max: 0, used: 0, waiting: 0 }
  }

  #change(pool: string, { used = 0, waiting = 0 }: { used?: number; waiting?: number }): void {
    const state = this.#stateOf(pool)
    this.#pools.set(pool, { ...state, used: state.used + used, waiting: state.waiting + waiting })
    this.#tell(pool)
  }

  #tell(pool: string): void {
    const { used, waiting } = this.#stateOf(pool)
    this.#connections.set({ pool, state: 'used' }, used)
    this.#connections.set({ pool, state: 'waiting' }, waiting)
  }

  #measure(statement: Pick<EndedStatement, 'name' | 'text'>, answer: Answer, ended: () => void): void {
    const from = performance.now()
    const { name } = statement
    const span = beginInner({ name, kind: 'client', facts: { ...DATABASE_FACTS, 'db.query.summary': name, ...operationOf(name) } })
    const count = (rows: number, failure?: string): void => {
      ended()
      span?.end({ 'db.response.returned_rows': rows }, failure)
      this.#count({ ...statement, rows, ms: performance.now() - from })
    }
    answer.then(
      ({ rowCount }) => count(rowCount ?? 0),
      (error: unknown) => {
        count(0, codeOf(error) || 'other')
        this.#failures.inc({ statement: this.#known(name), code: classOf(error) })
      },
    )
  }

  #count(ended: EndedStatement): void {
    const statement = this.#known(ended.name)
    this.#statements.inc({ statement })
    this.#seconds.inc({ statement }, ended.ms / 1000)
    this.#rows.inc({ statement }, ended.rows)
    this.onStatement?.(ended)
  }

  /** The name, or `other` once there are too many. */
  #known(name: string): string {
    const known = this.#names.has(name) || this.#names.size < MAX_NAMES ? name : 'other'
    this.#names.add(known)
    return known
  }
}

/** The verb of a statement's name, and the table. */
function operationOf(name: string): Record<string, string> {
  const [verb = '', table] = name.split(' ')
  return { 'db.operation.name': verb, ...(table !== undefined && { 'db.collection.name': table }) }
}

/** Class of the error's SQLSTATE; that of connections for errors of sockets. */
function classOf(error: unknown): string {
  const code = codeOf(error)
  if (/^(?!E)[\dA-Z]{5}$/.test(code)) return code.slice(0, 2)
  return isLost(error) ? '08' : 'other'
}
