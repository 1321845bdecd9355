import { Kysely, PostgresDialect, sql } from 'kysely'
import pg, { type QueryResult } from 'pg'
import type { Pulse } from './pulse.ts'
import { scopeSettings, type Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** The subset of a `pg` client that we use; the embedded database implements it, too. Statements may be pipelined. */
export interface Client {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<QueryResult>
}

/** A client for its whole lifetime. */
export interface Connection {
  /** Runs the queries of a unit of work. */
  readonly kysely: Kysely<Tables>
  /** Sends a statement outside a unit of work: `begin`, `commit`, and queries about the connection itself. */
  control(text: string): Promise<QueryResult>
}

export type StatementListener = (text: string) => void

/** Observers of a database's connections. */
export interface Watch {
  listeners: ReadonlySet<StatementListener>
  pulse: Pulse
}

const MAX_NAMED = 400
const MAX_NAMED_LENGTH = 16_000
const names = new Map<string, string>()

/** Names a statement by its text, so that each text is parsed once per connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_NAMED || text.length > MAX_NAMED_LENGTH) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** Wraps a client. `named`: prepared statements belong to this client alone, which is not so behind a pooler. */
export function connectionOf(client: Client, { listeners, pulse, named }: Watch & { named: boolean }): Connection {
  const query = (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    for (const listener of listeners) listener(text)
    const name = named && values.length > 0 ? nameOf(text) : undefined
    return pulse.follow(client.query({ ...(name !== undefined && { name }), text, values: [...values] }))
  }
  const bound = { query, release: () => undefined }
  // `as never`: Kysely's type also requires cursors, which we do not use.
  const pool = { connect: async () => bound as never, end: async () => undefined }
  return {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    control: (text) => pulse.follow(client.query({ text })),
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
}

/**
 * The statements that begin a unit of work. Role, scope and limits are local to its transaction, because behind a pooler the server
 * connection serves another client afterwards.
 */
export function beginText({ scopes, role, readOnly, statementTimeoutMs }: UnitOptions): string {
  const { from, to, list } = scopeSettings(scopes)
  const settings = {
    role,
    'app.scope_from': from,
    'app.scope_to': to,
    'app.scopes': list,
    // JIT and parallel workers cost more than our queries, but the estimates under row-level security trigger both.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(4 * statementTimeoutMs),
  }
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`)
  return `begin${readOnly ? ' isolation level repeatable read read only' : ''}; select ${calls.join(', ')}`
}

/** Changes the scopes for the rest of the transaction, or until set again. */
export async function localScope(queries: Kysely<Tables>, scopes: readonly Scope[]): Promise<void> {
  const { from, to, list } = scopeSettings(scopes)
  await sql`select set_config('app.scope_from', ${from}, true), set_config('app.scope_to', ${to}, true), set_config('app.scopes', ${list}, true)`.execute(
    queries,
  )
}
