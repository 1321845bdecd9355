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

/** An ordinary user and what is on the server already; the service then has to work with it. */
export interface OrdinaryUser {
  /** As a part of the sentence "it serves …". */
  name: string
  /** What it proves that the service works with this one. */
  facts: readonly FactId[]
  /** Answers the database, and the customers that are in it. */
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

/** The owner may not create roles: an administrator has run what the service prints, twice, because somebody will. */
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

/** Somebody else's database, somebody else's schema, and the grants of the script. */
const notTheOwner: OrdinaryUser = {
  name: 'a user with the grants of the printed script in a database of somebody else',
  facts: ['H-2.10'],
  prepare: async (server) => {
    const database = await createPlainDatabase(server.url, { createRole: false, owner: false })
    await runSetupScript(server, database)
    return { database }
  },
}

/** Roles belong to a whole server: those that an earlier version made, and names that others took. */
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

/** The roles of the dropped database are still there, and belong to its user. */
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

/** A database that an earlier version made when it still needed a superuser, who is none any more. */
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

/** The owner may not create roles, and those of the database that was here before belong to its user. */
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

/** Everybody whom the service has to work with. */
export const everyUser: readonly OrdinaryUser[] = [creatingRoles, withScript, notTheOwner, besideOthers, anew, anewWithScript, upgrading]

/** Proves that the service works with the user, from the first start on. */
export async function proveOrdinaryUser(server: TemporaryServer, user: OrdinaryUser, demo = false): Promise<void> {
  const { database, customers = [] } = await user.prepare(server)
  const [rights] = await runSql(server.url, 'select rolsuper, rolbypassrls, rolreplication, rolcreatedb from pg_roles where rolname = $1', [
    database.user,
  ])
  expect(rights).toEqual({ rolsuper: false, rolbypassrls: false, rolreplication: false, rolcreatedb: false })
  await proveInstallation(database.url, { demo, customers })
}

export interface RestoreOptions {
  /** Folder of the client programs. */
  bin: string
  /** Makes the empty database, after the other one was saved. */
  prepare: () => Promise<PlainDatabase>
  demo?: boolean
}

/**
 * Saves a database as its ordinary user and restores it into an empty one, with the commands of the README; proves that it works there with
 * every row.
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
    // The comment of an extension that an administrator made is not the user's to set.
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

/** How many rows each table has, as an administrator sees it. */
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

/** Does what an administrator does with the printed script: `psql` where the server comes with it. */
export async function runSetupScript({ bin }: TemporaryServer, { url, administratorUrl }: PlainDatabase): Promise<void> {
  const { code, output } = await runService({ ...PLAIN_SERVICE, DATABASE_URL: url }, ['--print-setup-sql'])
  expect([code, output]).toEqual([0, expect.stringContaining('create extension')])
  const psql = join(bin, 'psql')
  if (existsSync(psql)) execFileSync(psql, ['-v', 'ON_ERROR_STOP=1', '-f', '-', administratorUrl], { input: output, stdio: 'pipe' })
  else await runSql(administratorUrl, output)
}
