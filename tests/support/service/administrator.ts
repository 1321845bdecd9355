import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** How an ordinary database user differs from the one that the tests use most. */
export interface PlainUserOptions {
  /** Whether the user may create roles. @default true */
  createRole?: boolean
  /** Whether the database is the user's own. @default true */
  owner?: boolean
  /** Name of the database. @default a random one */
  database?: string
}

/** A database and an ordinary user for it: no superuser, no right that PostgreSQL does not give to everybody. */
export interface PlainDatabase {
  name: string
  user: string
  /** Address with the user and its password. */
  url: string
  /** The same database for the administrator. */
  administratorUrl: string
}

/** Runs a statement, or several without values, on a connection of its own; answers the rows of the last one. */
export async function runSql<Row extends pg.QueryResultRow>(url: string, statement: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // The server may be about to end us.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const answer = (await client.query<Row>(statement, values)) as pg.QueryResult<Row> | pg.QueryResult<Row>[]
    return [answer].flat().at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

/** Makes a database and its ordinary user, as an administrator does for a new service. */
export async function createPlainDatabase(administrator: string, options: PlainUserOptions = {}): Promise<PlainDatabase> {
  const { createRole = true, owner = true, database: name = randomName() } = options
  const user = `${name}_user_${randomBytes(2).toString('hex')}`
  const password = randomBytes(8).toString('hex')
  await runSql(administrator, `create role ${user} login ${createRole ? 'createrole' : ''} password '${password}'`)
  await createWithLetters(administrator, name)
  if (owner) await runSql(administrator, `alter database ${name} owner to ${user}`)
  return {
    name,
    user,
    url: replaceUrlParts(administrator, { username: user, password, pathname: `/${name}` }),
    administratorUrl: replaceUrlParts(administrator, { pathname: `/${name}` }),
  }
}

/** Drops a database and every role that is named after it: its user, and those that the service made for it. */
export async function dropPlainDatabase(administrator: string, name: string): Promise<void> {
  await runSql(administrator, `drop database if exists ${name} with (force)`)
  const roles = await runSql<{ role: string }>(
    administrator,
    `select quote_ident(rolname) as role from pg_roles where starts_with(rolname, $1)`,
    [name],
  )
  // All at once: one may have granted what another one has.
  if (roles.length > 0) await runSql(administrator, `drop role ${roles.map(({ role }) => role).join(', ')}`)
}

/** The address with other parts. */
export function replaceUrlParts(url: string, parts: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port'>>): string {
  return Object.assign(new URL(url), parts).href
}

/** A name for a database that nobody else has. */
export function randomName(): string {
  return `test_${randomBytes(6).toString('hex')}`
}

/** Search without regard to case needs a database that knows letters beyond ASCII; how to ask for one depends on the server's version. */
async function createWithLetters(administrator: string, name: string): Promise<void> {
  const ways = [
    `template template0 locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C'`,
    `template template0 lc_collate 'C' lc_ctype 'C.UTF-8'`,
  ]
  for (const way of ways) {
    try {
      await runSql(administrator, `create database ${name} ${way}`)
      return
    } catch (error) {
      if (way === ways.at(-1)) throw error
    }
  }
}
