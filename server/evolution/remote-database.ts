import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../db/database.ts'
import { markDistributed, sentText } from '../db/distribution/connections.ts'
import type { Tables } from '../db/tables.ts'

/** A statement that a thread asks the service to run. */
export interface AskedStatement {
  text: string
  values: readonly unknown[]
}

/** What a thread knows of the service's database. */
export interface RemoteParts extends Pick<Database, 'kind'> {
  isDistributed: boolean
  /** Runs one statement, reading only, that sees everything. */
  ask(statement: AskedStatement): Promise<unknown[]>
}

/**
 * The service's database for a thread that has no connection: each statement is a short transaction of its own, so that whatever the thread
 * does in between holds up nobody. It only reads, and has no key.
 */
export function remoteDatabase({ kind, isDistributed, ask }: RemoteParts): Database {
  const query = async (given: string, values: readonly unknown[] = []) => {
    const rows = await ask({ text: sentText(queries, given), values: [...values] })
    return { command: 'SELECT', rowCount: rows.length, rows }
  }
  const bound = { query, release: () => undefined }
  // `as never`: Kysely's type also requires cursors, which we do not use.
  const pool = { connect: async () => bound as never, end: async () => undefined }
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  if (isDistributed) markDistributed(queries)
  const reading: Pick<Database, 'kind' | 'secretKey' | 'withScope' | 'isDistributed'> = {
    kind,
    secretKey: Buffer.alloc(0),
    withScope: async (_scopes, work) => work(queries),
    isDistributed: async () => isDistributed,
  }
  return reading as Database
}
