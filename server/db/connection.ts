import { Kysely, PostgresDialect, sql } from 'kysely'
import type { QueryResult } from 'pg'
import type { Pulse } from './pulse.ts'
import { scopeSettings, type Scope } from './scope.ts'
import type { Tables } from './tables.ts'

/** What we need of a `pg` client; the embedded database has the same. */
export interface Client {
  query(query: { name?: string; text: string; values: unknown[] }): Promise<QueryResult>
}

/** A client and what the server knows about it: the role and scope last set, so that repeating them costs nothing. */
export interface Connection {
  readonly client: Client
  /** Queries that run on this very client, transactions included. */
  readonly kysely: Kysely<Tables>
  /** Empty before the first use. */
  identity: string
}

export type StatementListener = (text: string) => void

/** Who follows what happens on the connections of a database. */
export interface Watch {
  listeners: ReadonlySet<StatementListener>
  pulse: Pulse
}

/** The role that the service works as. Owns nothing, so row-level security holds for it. */
export const APP_ROLE = 'sdwan_app'

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

/** Wraps a client once for its whole life. */
export function connectionOf(client: Client, { listeners, pulse }: Watch): Connection {
  const query = (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    for (const listener of listeners) listener(text)
    const name = values.length > 0 ? nameOf(text) : undefined
    return pulse.follow(client.query({ ...(name !== undefined && { name }), text, values: [...values] }))
  }
  const bound = { query, release: () => undefined }
  const pool = { connect: async () => bound as never, end: async () => undefined }
  return {
    client: { query: ({ text, values }) => query(text, values) },
    kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    identity: '',
  }
}

/** Makes the connection work as the service's role in these scopes. */
export async function useScope(connection: Connection, scopes: readonly Scope[]): Promise<void> {
  const { from, to, list } = scopeSettings(scopes)
  await become(connection, [APP_ROLE, from, to, list])
}

/** Other scopes for the rest of a transaction, or until set again; when it ends, those of the connection hold. */
export async function localScope(queries: Kysely<Tables>, scopes: readonly Scope[]): Promise<void> {
  const { from, to, list } = scopeSettings(scopes)
  await sql`select set_config('app.scope_from', ${from}, true), set_config('app.scope_to', ${to}, true), set_config('app.scopes', ${list}, true)`.execute(
    queries,
  )
}

/** Makes the connection work as the owner of the tables: migrations only. */
export async function useOwner(connection: Connection): Promise<void> {
  await become(connection, ['none', '', '~', ''])
}

async function become(connection: Connection, settings: [role: string, from: string, to: string, list: string]): Promise<void> {
  const identity = settings.join('|')
  if (connection.identity === identity) return
  connection.identity = ''
  await connection.client.query({
    text: `select set_config('role', $1, false), set_config('app.scope_from', $2, false), set_config('app.scope_to', $3, false), set_config('app.scopes', $4, false)`,
    values: settings,
  })
  connection.identity = identity
}
