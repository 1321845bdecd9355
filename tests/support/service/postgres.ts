import { startPostgres } from '../../../scripts/tooling/postgres/postgres.mjs'
import { createClusterDatabase, createDistributedDatabase, dropDistributedDatabase } from './citus.ts'
import { createDistributedForm, createUndistributedForm, isDistributedForm } from './distributed-form.ts'
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
  /** `form`: as a distributed one, on one server; `later`: not yet, but `distribute` can make it so, on a cluster where there is one. @default true */
  distributed?: boolean | 'form' | 'later'
}

/**
 * A real PostgreSQL server: the one of `TEST_DATABASE_URL`, an administrator's URL, or a temporary one. With `CITUS_URL`, an
 * administrator's URL of a coordinator, its databases are distributed, and with `DISTRIBUTED_FORM` they are as if, unless they must not be.
 */
export async function testServer({ distributed = true }: DatabaseKind = {}): Promise<TestServer> {
  const cluster = distributed === true || distributed === 'later' ? process.env['CITUS_URL'] : undefined
  const configuredUrl = cluster ?? process.env['TEST_DATABASE_URL']
  const own = configuredUrl === undefined ? await startPostgres() : undefined
  const administrator = configuredUrl ?? own?.url ?? ''
  const create = creatorOf(distributed, cluster !== undefined)
  const created = new Map<string, PlainDatabase>()
  return {
    async createDatabase() {
      const database = await create(administrator)
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

function creatorOf(distributed: DatabaseKind['distributed'], isCluster: boolean): (administrator: string) => Promise<PlainDatabase> {
  if (distributed === 'later') return isCluster ? createClusterDatabase : createUndistributedForm
  if (isCluster) return createDistributedDatabase
  return distributed === 'form' || (distributed && isDistributedForm()) ? createDistributedForm : createPlainDatabase
}
