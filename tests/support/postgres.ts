import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { startPostgres } from '../../scripts/tooling/postgres.mjs'

export interface TestServer {
  /** Address of a fresh, empty database on it. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

/** A real PostgreSQL server: the one that `TEST_DATABASE_URL` names, or one of our own in a temporary folder. */
export async function testServer(): Promise<TestServer> {
  const given = process.env['TEST_DATABASE_URL']
  const own = given === undefined ? await startPostgres() : undefined
  const url = given ?? own?.url ?? ''
  const created: string[] = []
  return {
    async createDatabase() {
      const name = `test_${randomBytes(6).toString('hex')}`
      await createWithLetters(url, name)
      created.push(name)
      return Object.assign(new URL(url), { pathname: `/${name}` }).href
    },
    async stop() {
      for (const name of own === undefined ? created : []) await administer(url, `drop database if exists ${name} with (force)`)
      await own?.stop()
    },
  }
}

/** Search without regard to case needs a database that knows letters beyond ASCII; how to ask for one depends on the server's version. */
async function createWithLetters(url: string, name: string): Promise<void> {
  const ways = [
    `template template0 locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C'`,
    `template template0 lc_collate 'C' lc_ctype 'C.UTF-8'`,
  ]
  for (const way of ways) {
    try {
      await administer(url, `create database ${name} ${way}`)
      return
    } catch (error) {
      if (way === ways.at(-1)) throw error
    }
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
