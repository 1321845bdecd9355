import { startPostgres } from '../../../scripts/tooling/postgres/postgres.mjs'
import { createPlainDatabase, dropPlainDatabase, type PlainDatabase } from './administrator.ts'

export interface TestServer {
  /** Address of a fresh, empty database on it, for an ordinary user who owns it and may create roles: whom the service runs as. */
  createDatabase(): Promise<string>
  /** Address of a database of `createDatabase` for the administrator, whom no row-level security stops: for tests that tamper or compare. */
  administratorUrl(url: string): string
  stop(): Promise<void>
}

/** A real PostgreSQL server: the one whose administrator `TEST_DATABASE_URL` names, or one of our own in a temporary folder. */
export async function testServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL']
  const own = given === undefined ? await startPostgres() : undefined
  const administrator = given ?? own?.url ?? ''
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
