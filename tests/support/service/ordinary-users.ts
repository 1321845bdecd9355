import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { replaceUrlParts, runSql, createPlainDatabase, type PlainDatabase } from './administrator.ts'
import { PLAIN_SERVICE } from './away.ts'
import { proveInstallation } from './installation.ts'
import { freePort, runService } from './service.ts'
import type { FactId } from '../../proofs/facts.ts'

/** An ordinary database user and the initial state of the server, with which the service must work. */
export interface OrdinaryUser {
  /** Completes the test title "runs as …". */
  name: string
  /** Facts that are proven if the service works with this user. */
  facts: readonly FactId[]
  /** Returns the database and the names of the customers in it. */
  prepare(server: TemporaryServer): Promise<{ database: PlainDatabase; customers?: string[] }>
}

const OLDER_DATABASE = resolve(import.meta.dirname, 'older-database.sql.gz')
const FOREIGN_ROLES = ['sdwan_app', 'sdwan_search']

/** The owner of the database may create roles and nothing else. */
const creatingRoles: OrdinaryUser = {
  name: 'the owner of the database, who may create roles',
  facts: ['H-2.1', 'H-2.8'],
  prepare: async ({ url }) => ({ database: await createPlainDatabase(url) }),
}

/** The owner may not create roles; an administrator has run the printed script, twice, because somebody will do that. */
export const withScript: OrdinaryUser = {
  name: 'the owner of the database, for whom an administrator ran the printed script',
  facts: ['H-2.9'],
  prepare: async (server) => {
    const database = await createPlainDatabase(server.url, { createRole: false })
    const { code, output } = await runService({ ...PLAIN_SERVICE, DATABASE_URL: database.url, PORT: String(await freePort()) })
    expect([code, output]).toEqual([1, expect.stringMatching(/^[A-Z][^\n]*npm start -- --print-setup-sql[^\n]*\.$/m)])
    await runSetupScript(server, database)
    await runSetupScript(server, database)
    return { database }
  },
}

/** The user owns neither the database nor the schema and has only the grants of the script. */
const notTheOwner: OrdinaryUser = {
  name: 'a user with the grants of the printed script in a database of somebody else',
  facts: ['H-2.10'],
  prepare: async (server) => {
    const database = await createPlainDatabase(server.url, { createRole: false, owner: false })
    await runSetupScript(server, database)
    return { database }
  },
}

/** Roles are shared by the whole server: some exist from an earlier version, and other installations have taken some names. */
const besideOthers: OrdinaryUser = {
  name: 'the user of a second installation, while roles of the same purpose belong to others',
  facts: ['H-2.1', 'H-2.11'],
  prepare: async ({ url }) => {
    const other = await createPlainDatabase(url)
    const asOther = replaceUrlParts(other.url, { pathname: '/postgres' })
    for (const role of FOREIGN_ROLES) {
      const found = await runSql(url, 'select from pg_roles where rolname = $1', [role])
      if (found.length === 0) await runSql(asOther, `create role ${role} nologin`)
    }
    const database = await createPlainDatabase(url)
    for (const kind of ['app', 'search']) await runSql(asOther, `create role ${database.name}_${kind} nologin`)
    return { database }
  },
}

/** The roles of the dropped database still exist and belong to its user. */
const anew: OrdinaryUser = {
  name: 'another user, after the database was dropped and created anew',
  facts: ['H-2.12'],
  prepare: async ({ url }) => {
    const first = await createPlainDatabase(url)
    await proveInstallation(first.url)
    await runSql(url, `drop database ${first.name} with (force)`)
    return { database: await createPlainDatabase(url, { database: first.name }) }
  },
}

/** A database created by an earlier version, which needed a superuser; the user no longer is one. */
export const upgrading: OrdinaryUser = {
  name: 'the user of an older database, who was a superuser then',
  facts: ['H-2.13'],
  prepare: async ({ url }) => {
    const database = await createPlainDatabase(url)
    for (const role of FOREIGN_ROLES) {
      const found = await runSql(url, 'select from pg_roles where rolname = $1', [role])
      if (found.length === 0) await runSql(url, `create role ${role} nologin`)
    }
    await runSql(url, `alter role ${database.user} superuser`)
    await runSql(url, `grant ${FOREIGN_ROLES.join(', ')} to ${database.user}`)
    await runSql(database.url, gunzipSync(readFileSync(OLDER_DATABASE)).toString())
    await runSql(url, `alter role ${database.user} nosuperuser`)
    return { database, customers: ['Older customer'] }
  },
}

/** The owner may not create roles, and the roles of the previous database belong to its user. */
const anewWithScript: OrdinaryUser = {
  name: 'another user without the right to create roles, after the database was dropped and created anew',
  facts: ['H-2.12'],
  prepare: async (server) => {
    const { database: first } = await anew.prepare(server)
    await runSql(server.url, `drop database ${first.name} with (force)`)
    const database = await createPlainDatabase(server.url, { createRole: false, database: first.name })
    await runSetupScript(server, database)
    return { database }
  },
}

/** All users with whom the service must work. */
export const everyUser: readonly OrdinaryUser[] = [creatingRoles, withScript, notTheOwner, besideOthers, anew, anewWithScript, upgrading]

/** Proves that the service works with the user from the first start. */
export async function proveOrdinaryUser(server: TemporaryServer, user: OrdinaryUser, demo = false): Promise<void> {
  const { database, customers = [] } = await user.prepare(server)
  const [rights] = await runSql(server.url, 'select rolsuper, rolbypassrls, rolreplication, rolcreatedb from pg_roles where rolname = $1', [
    database.user,
  ])
  expect(rights).toEqual({ rolsuper: false, rolbypassrls: false, rolreplication: false, rolcreatedb: false })
  await proveInstallation(database.url, { demo, customers })
}

export interface RestoreOptions {
  /** Folder of `pg_dump` and `pg_restore`. */
  bin: string
  /** Creates the empty database, after the other one was dumped. */
  prepare: () => Promise<PlainDatabase>
  demo?: boolean
}

/**
 * Dumps a database as its ordinary user and restores it into an empty one, with the commands of the README; proves that all rows are
 * restored and the service works there.
 */
export async function proveRestore(from: PlainDatabase, { bin, prepare, demo = false }: RestoreOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dump-'))
  const file = join(folder, 'sdwan.dump')
  const env = { PATH: process.env['PATH'], PGOPTIONS: '-c app.scope_from= -c app.scope_to=~ -c app.scopes=' }
  const plain = ['--no-owner', '--no-privileges']
  try {
    const customers = await proveInstallation(from.url, { demo })
    execFileSync(join(bin, 'pg_dump'), ['--enable-row-security', '-Fc', ...plain, '-f', file, from.url], { env, stdio: 'pipe' })
    const rows = await rowsOf(from)
    const into = await prepare()
    // The user may not set the comment of an extension that an administrator created.
    execFileSync(join(bin, 'pg_restore'), [...plain, '--no-comments', '--exit-on-error', '-d', into.url, file], {
      env: { PATH: env.PATH },
      stdio: 'pipe',
    })
    expect(await rowsOf(into)).toEqual(rows)
    await proveInstallation(into.url, { demo, customers })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Number of rows of each table, as an administrator sees them. */
async function rowsOf({ administratorUrl }: PlainDatabase): Promise<Record<string, number>> {
  const tables = await runSql<{ name: string }>(
    administratorUrl,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await runSql<{ count: number }>(administratorUrl, `select count(*)::integer from ${name}`)
    counts[name] = row?.count ?? 0
  }
  expect(Object.keys(counts).length).toBeGreaterThan(0)
  return counts
}

/** Runs the printed setup script as an administrator does, with `psql` if the server has it. */
export async function runSetupScript({ bin }: TemporaryServer, { url, administratorUrl }: PlainDatabase): Promise<void> {
  const { code, output } = await runService({ ...PLAIN_SERVICE, DATABASE_URL: url }, ['--print-setup-sql'])
  expect([code, output]).toEqual([0, expect.stringContaining('create extension')])
  const psql = join(bin, 'psql')
  if (existsSync(psql)) execFileSync(psql, ['-v', 'ON_ERROR_STOP=1', '-f', '-', administratorUrl], { input: output, stdio: 'pipe' })
  else await runSql(administratorUrl, output)
}
