import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** How an ordinary database user differs from the default one. */
export interface PlainUserOptions {
  /** Whether the user may create roles. @default true */
  createRole?: boolean
  /** Whether the user owns the database. @default true */
  owner?: boolean
  /** Name of the database. @default a random one */
  database?: string
  /** Name of the user. @default a random one */
  user?: string
}

/** A database with an ordinary user: no superuser, only the rights that PostgreSQL gives to every user. */
export interface PlainDatabase {
  name: string
  user: string
  /** URL with the user and its password. */
  url: string
  /** URL of the same database for the administrator. */
  administratorUrl: string
}

/** Runs a statement, or several without values, on a new connection; returns the rows of the last one. */
export async function runSql<Row extends pg.QueryResultRow>(url: string, statement: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  // The statement may make the server close this connection.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const answer = (await client.query<Row>(statement, values)) as pg.QueryResult<Row> | pg.QueryResult<Row>[]
    return [answer].flat().at(-1)?.rows ?? []
  } finally {
    await client.end()
  }
}

/** Creates a database and its ordinary user, as an administrator does for a new service. */
export async function createPlainDatabase(administrator: string, options: PlainUserOptions = {}): Promise<PlainDatabase> {
  const { createRole = true, owner = true, database: name = randomName() } = options
  const user = options.user ?? `${name}_user_${randomBytes(2).toString('hex')}`
  const password = randomBytes(8).toString('hex')
  await runSql(administrator, `create role ${user} login ${createRole ? 'createrole' : ''} password '${password}'`)
  await createWithUnicodeLocale(administrator, name)
  if (owner) await runSql(administrator, `alter database ${name} owner to ${user}`)
  return {
    name,
    user,
    url: replaceUrlParts(administrator, { username: user, password, pathname: `/${name}` }),
    administratorUrl: replaceUrlParts(administrator, { pathname: `/${name}` }),
  }
}

/** Drops a database and every role named after it: its user and the roles that the service created for it. */
export async function dropPlainDatabase(administrator: string, name: string): Promise<void> {
  await runSql(administrator, `drop database if exists ${name} with (force)`)
  const roles = await runSql<{ role: string }>(
    administrator,
    `select quote_ident(rolname) as role from pg_roles where starts_with(rolname, $1)`,
    [name],
  )
  // All in one statement: a role cannot be dropped while another depends on its grants.
  if (roles.length > 0) await runSql(administrator, `drop role ${roles.map(({ role }) => role).join(', ')}`)
}

/** The URL with some parts replaced. */
export function replaceUrlParts(
  url: string,
  parts: Partial<Pick<URL, 'username' | 'password' | 'hostname' | 'pathname' | 'port'>>,
): string {
  return Object.assign(new URL(url), parts).href
}

/** A unique database name. */
export function randomName(): string {
  return `test_${randomBytes(6).toString('hex')}`
}

/** Creates a database whose locale covers letters beyond ASCII, as case-insensitive search needs; the options depend on the server version. */
async function createWithUnicodeLocale(administrator: string, name: string): Promise<void> {
  const variants = [
    `template template0 locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C'`,
    `template template0 lc_collate 'C' lc_ctype 'C.UTF-8'`,
  ]
  for (const options of variants) {
    try {
      await runSql(administrator, `create database ${name} ${options}`)
      return
    } catch (error) {
      if (options === variants.at(-1)) throw error
    }
  }
}
