import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { useOwner, useScope, type Connection, type StatementListener } from './connection.ts'
import { embeddedPool } from './embedded.ts'
import { serverPool, type Pool } from './pool.ts'
import { Pulse } from './pulse.ts'
import type { Scope } from './scope.ts'
import type { Tables } from './tables.ts'

export interface DatabaseOptions {
  /** Where the records are: a folder of our own (`memory://` for none), or a PostgreSQL server. */
  at: { dataDir: string } | { url: string }
  /** 32 bytes: encrypts stored secrets and seals the journal. */
  secretKey: Buffer
  /** @default 10 */
  poolSize?: number
  /** PostgreSQL only. @default 60,000 */
  statementTimeoutMs?: number
}

/** Queries on one connection: typed for the core tables, `sql` for everything. */
export type Queries = Kysely<Tables>

/** The one way to the records. Every use names what it may see. */
export interface Database {
  readonly kind: 'embedded' | 'postgres'
  readonly secretKey: Buffer
  /** Runs on one connection as the service's role, seeing these scopes only. */
  withScope<T>(scopes: readonly Scope[], work: (queries: Queries) => Promise<T>): Promise<T>
  /** The same in one transaction; run again when it loses to another one (40001, 40P01). Throw `rollBackWith(value)` to undo and answer. */
  transaction<T>(scopes: readonly Scope[], work: (queries: Queries) => Promise<T>): Promise<T>
  /** On any connection, whatever its scope: only for functions of the database that guard themselves. */
  anyScope<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** As the owner of the tables, seeing everything: migrations only. */
  asOwner<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  /** Resolves when the database has answered. */
  ping(): Promise<void>
  /** Whether it works for others, and answers them, while `ping` waits for its turn. */
  isBusy(): boolean
  /** Calls back with the text of every statement; the answer ends it. */
  onStatement(listener: StatementListener): () => void
  close(): Promise<void>
}

const MAX_TRIES = 6
const RETRIED = new Set(['40001', '40P01'])

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
  const watch = { listeners, pulse }
  const { at } = options
  const pool =
    'url' in at
      ? serverPool({ url: at.url, size: options.poolSize ?? 10, statementTimeoutMs: options.statementTimeoutMs ?? 60_000, watch })
      : await embeddedPool(at.dataDir, watch)
  const lent = <T>(work: (connection: Connection) => Promise<T>): Promise<T> => borrow({ pool, pulse }, work)
  return {
    kind: 'url' in at ? 'postgres' : 'embedded',
    secretKey: options.secretKey,
    withScope: (scopes, work) =>
      lent(async (connection) => {
        await useScope(connection, scopes)
        return work(connection.kysely)
      }),
    transaction: (scopes, work) => retried(() => lent((connection) => transact(connection, scopes, work))),
    anyScope: (work) => lent(async (connection) => (await startAny(connection), work(connection.kysely))),
    asOwner: (work) =>
      lent(async (connection) => {
        await useOwner(connection)
        return work(connection.kysely)
      }),
    ping: () =>
      borrow({ pool, pulse, isQuestion: true }, async ({ client }) => void (await client.query({ text: 'select 1', values: [] }))),
    isBusy: () => pulse.isBusy(),
    onStatement(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => pool.close(),
  }
}

/** A fresh connection is still the owner's: it starts with a scope in which nothing is visible. */
async function startAny(connection: Connection): Promise<void> {
  if (connection.identity === '' || connection.identity.startsWith('none|')) await useScope(connection, [])
}

async function borrow<T>(
  { pool, pulse, isQuestion = false }: { pool: Pool; pulse: Pulse; isQuestion?: boolean },
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { connection, release } = await pool.acquire()
  pulse.lend(isQuestion)
  let broken = false
  try {
    return await work(connection)
  } catch (error) {
    broken = isBroken(error)
    throw error
  } finally {
    pulse.giveBack(isQuestion)
    release(broken)
  }
}

/** Scope first: settings made inside a transaction would be undone with it. */
async function transact<T>(connection: Connection, scopes: readonly Scope[], work: (queries: Queries) => Promise<T>): Promise<T> {
  await useScope(connection, scopes)
  try {
    return await connection.kysely.transaction().execute(work)
  } catch (error) {
    if (error instanceof RolledBack) return error.value as T
    throw error
  }
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= MAX_TRIES || !RETRIED.has(codeOf(error))) throw error
      await sleep(randomInt(5, 20) * 2 ** tries)
    }
  }
}

/** SQLSTATE of an error of the database, empty for any other error. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

/** The connection itself failed, or the server ended it. */
function isBroken(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08|57P)/.test(code)) return true
  return (
    /^E[A-Z]+$/.test(code) ||
    (error instanceof Error && /Connection terminated|Client has encountered a connection error/.test(error.message))
  )
}
