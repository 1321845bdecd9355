import { startPostgres } from '../../../scripts/tooling/postgres/postgres.mjs'
import { createDistributedDatabase, dropDistributedDatabase } from './citus.ts'
import { createDistributedForm, isDistributedForm } from './distributed-form.ts'
import { createPlainDatabase, dropPlainDatabase, type PlainDatabase } from './administrator.ts'

export interface TestServer {
  /** Creates an empty database; returns its URL for an ordinary user who owns it and may create roles, as the service needs. */
  createDatabase(): Promise<string>
  /** The URL of a database of `createDatabase` for the administrator, who bypasses row-level security: for tests that tamper or compare. */
  administratorUrl(url: string): string
  stop(): Promise<void>
}

/** Which databases a suite can run on. */
export interface DatabaseKind {
  /** `form`: as a distributed one, on one server. @default true */
  distributed?: boolean | 'form'
}

/**
 * A real PostgreSQL server: the one of `TEST_DATABASE_URL`, an administrator's URL, or a temporary one. With `CITUS_URL`, an
 * administrator's URL of a coordinator, its databases are distributed, and with `DISTRIBUTED_FORM` they are as if, unless they must not be.
 */
export async function testServer({ distributed = true }: DatabaseKind = {}): Promise<TestServer> {
  const cluster = distributed === true ? process.env['CITUS_URL'] : undefined
  const configuredUrl = cluster ?? process.env['TEST_DATABASE_URL']
  const own = configuredUrl === undefined ? await startPostgres() : undefined
  const administrator = configuredUrl ?? own?.url ?? ''
  const create = distributed === 'form' || (distributed && isDistributedForm()) ? createDistributedForm : createPlainDatabase
  const created = new Map<string, PlainDatabase>()
  return {
    async createDatabase() {
      const database = cluster === undefined ? await create(administrator) : await createDistributedDatabase(cluster)
      created.set(database.url, database)
      return database.url
    },
    administratorUrl(url) {
      const database = created.get(url)
      if (database === undefined) throw new Error('no database of this server has that address')
      return database.administratorUrl
    },
    async stop() {
      const drop = cluster === undefined ? dropPlainDatabase : dropDistributedDatabase
      for (const { name } of own === undefined ? created.values() : []) await drop(administrator, name)
      await own?.stop()
    },
  }
}
