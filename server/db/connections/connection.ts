import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg, { type QueryResult } from 'pg'
import { Cache } from '../../cache/cache.ts'
import { markDatabase } from './database-keys.ts'
import { sentText } from '../distribution/connections.ts'
import type { DatabaseActivity } from '../activity/database-activity.ts'
import { goneError, isCallerGone } from './caller-gone.ts'
import type { Pulse } from './pulse.ts'
import { scopeSettings, type Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** The subset of a `pg` client that we use; the embedded database implements it, too. Statements may be pipelined. */
export interface Client {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<QueryResult>
  /** The stream that statements are written to, where it can gather them. */
  readonly connection?: { readonly stream: Pick<Writable, 'cork' | 'uncork'> } | undefined
}

/** A client for its whole lifetime. */
export interface Connection {
  /** Runs the queries of a unit of work. */
  readonly kysely: Kysely<Tables>
  /** Sends a statement outside a unit of work: `begin`, `commit`, and queries about the connection itself. */
  control(text: string): Promise<QueryResult>
  /** Sends the statements of this turn of the event loop together: each packet wakes the server, and costs more than a short statement. */
  gather(): void
}

export type StatementListener = (text: string) => void

/** Observers of a database's connections. */
export interface Watch {
  listeners: ReadonlySet<StatementListener>
  /** Absent in tests of connections by themselves. */
  activity?: DatabaseActivity
  pulse: Pulse
}

const MAX_NAMED_LENGTH = 16_000
const names = new Cache<string>('prepared_statements')

/** Names a statement by its text, so that each text is parsed once per connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  // Names are not given twice: connections go on knowing the first text.
  if (names.isFull || text.length > MAX_NAMED_LENGTH) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Wraps a client. `named`: prepared statements belong to this client alone, which is not so behind a pooler. */
export function connectionOf(client: Client, { listeners, activity, pulse, named }: Watch & { named: boolean }): Connection {
  const query = (given: string, values: readonly unknown[]): Promise<QueryResult> => {
    // Between two statements there is none to cancel.
    if (isCallerGone()) return Promise.reject(goneError())
    const text = sentText(kysely, given)
    for (const listener of listeners) listener(text)
    const name = named && values.length > 0 ? nameOf(text) : undefined
    const answer = pulse.follow(client.query({ ...(name !== undefined && { name }), text, values: [...values] }))
    activity?.follow(text, answer)
    return answer
  }
  const bound = { query, release: () => undefined }
  // `as never`: Kysely's type also requires cursors, which we do not use.
  const pool = { connect: async () => bound as never, end: async () => undefined }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  markDatabase(kysely, listeners)
  return {
    kysely,
    control(text) {
      const answer = pulse.follow(client.query({ text }))
      activity?.followControl(text, answer)
      return answer
    },
    gather() {
      const stream = client.connection?.stream
      if (stream === undefined) return
      stream.cork()
      // After all promises that are settled by now, whose work may send a statement.
      process.nextTick(() => stream.uncork())
    },
  }
}

/** Role, scopes and limits of a unit of work. */
export interface UnitOptions {
  scopes: readonly Scope[]
  /** Database role; `none`: the connected user, who owns the tables. */
  role: string
  readOnly: boolean
  /** 0: no limit. */
  statementTimeoutMs: number
  /** The tables are spread over several servers (Citus), which have to learn the scopes. */
  distributed: boolean
}

/**
 * The texts that begin a unit of work, each sent by itself. Role, scope and limits are local to its transaction, because behind a pooler
 * the server connection serves another client afterwards.
 */
export function beginTexts({ scopes, role, readOnly, statementTimeoutMs, distributed }: UnitOptions): string[] {
  const begin = `begin${readOnly ? ' isolation level repeatable read read only' : ''}`
  const settings = {
    role,
    // JIT and parallel workers cost more than our queries, but the estimates under row-level security trigger both.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(4 * statementTimeoutMs),
  }
  if (!distributed) return [`${begin}; select ${settingCalls({ ...settings, ...scopeParameters(scopes) })}`]
  // What a transaction has written it reads again only over the same connection to a server.
  const oneConnection = { 'citus.multi_shard_modify_mode': 'sequential', 'citus.max_adaptive_executor_pool_size': '1' }
  const ofCluster = { 'citus.propagate_set_commands': 'local', ...(!readOnly && oneConnection) }
  // Citus passes on statements that are sent alone, and neither calls of `set_config` nor several statements in one text.
  return [`${begin}; select ${settingCalls({ ...settings, ...ofCluster })}`, ...scopeStatements(scopes)]
}

/** Changes the scopes for the rest of the transaction, or until set again. */
export async function localScope(
  queries: Kysely<Tables>,
  { scopes, distributed }: Pick<UnitOptions, 'scopes' | 'distributed'>,
): Promise<void> {
  const texts = distributed ? scopeStatements(scopes) : [`select ${settingCalls(scopeParameters(scopes))}`]
  for (const text of texts) await sql.raw(text).execute(queries)
}

function scopeParameters(scopes: readonly Scope[]): Record<string, string> {
  const { from, to, list } = scopeSettings(scopes)
  return { 'app.scope_from': from, 'app.scope_to': to, 'app.scopes': list }
}

function scopeStatements(scopes: readonly Scope[]): string[] {
  return Object.entries(scopeParameters(scopes)).map(([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`)
}

function settingCalls(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`)
    .join(', ')
}
