import { startPostgres } from '../../../scripts/tooling/postgres/postgres.mjs'
import { createPlainDatabase, dropPlainDatabase, type PlainDatabase } from './administrator.ts'

export interface TestServer {
  /** Creates an empty database; returns its URL for an ordinary user who owns it and may create roles, as the service needs. */
  createDatabase(): Promise<string>
  /** The URL of a database of `createDatabase` for the administrator, who bypasses row-level security: for tests that tamper or compare. */
  administratorUrl(url: string): string
  stop(): Promise<void>
}

/** A real PostgreSQL server: the one of `TEST_DATABASE_URL`, an administrator's URL, or a temporary one. */
export async function testServer(): Promise<TestServer> {
  const configuredUrl = process.env['TEST_DATABASE_URL']
  const own = configuredUrl === undefined ? await startPostgres() : undefined
  const administrator = configuredUrl ?? own?.url ?? ''
  const created = new Map<string, PlainDatabase>()
  return {
    async createDatabase() {
      const database = await createPlainDatabase(administrator)
      created.set(database.url, database)
      return database.url
    },
    administratorUrl(url) {
      const database = created.get(url)
      if (database === undefined) throw new Error('no database of this server has that address')
      return database.administratorUrl
    },
    async stop() {
      for (const { name } of own === undefined ? created.values() : []) await dropPlainDatabase(administrator, name)
      await own?.stop()
    },
  }
}
