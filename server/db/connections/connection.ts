import { Kysely, PostgresDialect, sql } from 'kysely'
import pg, { type QueryResult } from 'pg'
import type { Pulse } from './pulse.ts'
import { scopeSettings, type Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** What we need of a `pg` client; the embedded database has the same. Statements may be sent before earlier ones are answered. */
export interface Client {
  query(query: { name?: string; text: string; values?: unknown[] }): Promise<QueryResult>
}

/** A client for its whole life. */
export interface Connection {
  /** Queries of a unit of work on this client. */
  readonly kysely: Kysely<Tables>
  /** Sends a statement that belongs to no unit of work: `begin` and `commit`, and questions about the connection itself. */
  control(text: string): Promise<QueryResult>
}

export type StatementListener = (text: string) => void

/** Who follows what happens on the connections of a database. */
export interface Watch {
  listeners: ReadonlySet<StatementListener>
  pulse: Pulse
}

const MAX_NAMED = 400
const MAX_NAMED_LENGTH = 16_000
const names = new Map<string, string>()

/** Statements with the same text are parsed once per connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_NAMED || text.length > MAX_NAMED_LENGTH) return undefined
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

/** `named`: whether the server keeps prepared statements for this client alone; behind a pooler it does not. */
export function connectionOf(client: Client, { listeners, pulse, named }: Watch & { named: boolean }): Connection {
  const query = (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    for (const listener of listeners) listener(text)
    const name = named && values.length > 0 ? nameOf(text) : undefined
    return pulse.follow(client.query({ ...(name !== undefined && { name }), text, values: [...values] }))
  }
  const bound = { query, release: () => undefined }
  // `as never`: Kysely's type also asks for cursors, which nobody opens.
  const pool = { connect: async () => bound as never, end: async () => undefined }
  return {
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    control: (text) => pulse.follow(client.query({ text })),
  }
}

/** What a unit of work may do, and as whom. */
export interface UnitOptions {
  scopes: readonly Scope[]
  /** `none`: the connected user, who owns the tables. */
  role: string
  readOnly: boolean
  /** 0: no limit. */
  statementTimeoutMs: number
}

/**
 * The statements that begin a unit of work. Role, scope and limits hold until its transaction ends: behind a pooler the same connection
 * of the server works for somebody else right after.
 */
export function beginText({ scopes, role, readOnly, statementTimeoutMs }: UnitOptions): string {
  const { from, to, list } = scopeSettings(scopes)
  const settings = {
    role,
    'app.scope_from': from,
    'app.scope_to': to,
    'app.scopes': list,
    // Compiling a list's plan, or starting workers for it, takes longer than running it; estimates under row-level security provoke both.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(4 * statementTimeoutMs),
  }
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`)
  return `begin${readOnly ? ' isolation level repeatable read read only' : ''}; select ${calls.join(', ')}`
}

/** Other scopes for the rest of a transaction, or until set again. */
export async function localScope(queries: Kysely<Tables>, scopes: readonly Scope[]): Promise<void> {
  const { from, to, list } = scopeSettings(scopes)
  await sql`select set_config('app.scope_from', ${from}, true), set_config('app.scope_to', ${to}, true), set_config('app.scopes', ${list}, true)`.execute(
    queries,
  )
}
