import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { refuseUnfinishedRestore } from '../backup/take-records.ts'
import { databaseFolderOf, secretKeyOf } from '../data-folder/data-folder.ts'
import { refusalOfFolder } from '../data-folder/folder-owner.mjs'
import type { Database } from '../db/database.ts'
import { codeOf } from '../db/errors.ts'
import { ensureRoles } from '../db/ddl/roles.ts'
import { EnvError } from '../env/env-error.ts'
import { examineEnv, type Env } from '../env/env.ts'
import { Problems } from '../env/problems.ts'
import type { Source } from '../env/values.ts'
import { createDiscovery } from '../identity/tokens/provider-metadata.ts'
import { checkArchiveFolder } from '../journal/archive/archive-folder.ts'
import type { JournalRetention } from '../journal/archive/archiving-task.ts'
import { askMailServer } from '../mail/mailer.ts'
import { checkKey } from '../secret-key/check-key.ts'
import { refuseExpired, type TlsFiles } from '../tls/tls-files.ts'
import { checkAddress } from './addresses.ts'
import { checkStandbys } from './check-standbys.ts'
import { firstAdministrator, isFilled } from './first-start.ts'
import { openConfigured } from './open-database.ts'
import { refused } from './wait-for-database.ts'

/** How long a database server may take to answer. */
const PATIENCE_MS = 5_000
/** Of PostgreSQL, as `server_version_num` counts. */
const OLDEST = 150_000

/**
 * Says all that is wrong with the configuration, a line each, and answers the exit status. Asks the servers that it names, each for some
 * seconds at most; changes nothing, and leaves alone what a running copy of the service uses.
 */
export async function checkConfig(): Promise<number> {
  const { publicUrl, sentences } = await examineConfig(process.env, process.argv.slice(2))
  const isRight = sentences.length === 0
  if (isRight) process.stdout.write(`The configuration is in order; the service would answer at ${publicUrl}.\n`)
  else process.stderr.write(`${sentences.join('\n')}\n`)
  return isRight ? 0 : 1
}

/** What is wrong with a configuration: a sentence each, which names the variable. */
export async function examineConfig(source: Source, args: readonly string[] = []): Promise<{ publicUrl: string; sentences: string[] }> {
  const problems = new Problems()
  const env = examineEnv(problems, { source, args })
  const isAtServer = Boolean(source['DATABASE_URL'] || source['DATABASE_URL_FILE'])
  const { host, views, databaseUrl, databaseReadUrl, oidc, mail } = env
  const outcomes = await Promise.allSettled([
    checkAddress(env),
    views && checkAddress({ host, port: views.port, variable: 'VIEWS_PORT' }),
    isAtServer ? databaseUrl && checkServer(env) : checkFolder(env, source),
    databaseUrl && databaseReadUrl && checkStandbys(databaseReadUrl, databaseUrl),
    oidc.issuer && checkProvider(oidc.issuer),
    mail && checkMail(mail),
    env.tls && checkCertificate(env.tls),
    env.journalRetention && checkArchive(env.journalRetention),
  ])
  for (const outcome of outcomes) if (outcome.status === 'rejected') problems.add(outcome.reason)
  return { publicUrl: env.publicUrl, sentences: problems.sentences }
}

async function checkFolder(env: Env, source: Source): Promise<void> {
  let folder = env.dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    if (!statSync(folder).isDirectory()) throw new Error('not a folder')
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new EnvError('DATA_DIR', 'must be a folder that this process may write to', env.dataDir)
  }
  if (refusalOfFolder(source, env.root) !== undefined)
    throw new EnvError('DATA_DIR', 'must be a folder that no other process uses; one holds it', env.dataDir)
  refuseUnfinishedRestore(env)
  if (!env.demo && !existsSync(databaseFolderOf(env.dataDir))) firstAdministrator(env)
}

async function checkServer(env: Env): Promise<void> {
  const key = secretKeyOf(env)
  const database = await openConfigured(env, key)
  try {
    const late = new EnvError('DATABASE_URL', `must name a server that answers within ${PATIENCE_MS / 1000} seconds`)
    await Promise.race([askServer(database, env), rejectLater(late)])
  } finally {
    await database.close()
  }
}

async function askServer(database: Database, env: Env): Promise<void> {
  const problems = new Problems()
  const attempt = async (check: () => Promise<unknown>): Promise<boolean> => {
    try {
      await check()
      return true
    } catch (error) {
      const told = refused(error)
      const sentence = `must name a PostgreSQL server that lets this service in (${reasonOf(error)})`
      problems.add(told instanceof EnvError ? told : new EnvError('DATABASE_URL', sentence))
      return false
    }
  }
  if (await attempt(() => database.ping())) {
    await attempt(() => checkVersion(database))
    await attempt(() => checkRights(database))
    await attempt(() => checkKey(database, env))
    await attempt(async () => env.demo || (await isFilledYet(database)) || firstAdministrator(env))
  }
  problems.refuse()
}

async function checkVersion(database: Database): Promise<void> {
  const { rows } = await database.asOwner((queries) =>
    sql<{
      version: number
      name: string
    }>`select current_setting('server_version_num')::integer as version, current_setting('server_version') as name`.execute(queries),
  )
  const [server] = rows
  if (server !== undefined && server.version < OLDEST)
    throw new EnvError('DATABASE_URL', `must name a server of PostgreSQL 15 or later; that one is ${server.name}`)
}

/** Also false where there are no tables yet. */
async function isFilledYet(database: Database): Promise<boolean> {
  return isFilled(database).catch((error: unknown) => {
    if (codeOf(error) === '42P01' || codeOf(error) === '42704' || codeOf(error) === '22023') return false
    throw error
  })
}

const UNDONE = new Error('undone')

/** Does what the first start does with roles and extensions, and takes it back. */
async function checkRights(database: Database): Promise<void> {
  const roles = await database.roles()
  const attempt = database.asOwner(async (queries) => {
    await ensureRoles(queries, roles)
    throw UNDONE
  })
  await attempt.catch((error: unknown) => {
    if (error === UNDONE) return
    if (error instanceof Error && error.message.includes('--print-setup-sql')) {
      const { message } = error
      throw new EnvError('DATABASE_URL', `names a user who lacks rights: ${message.charAt(0).toLowerCase()}${message.slice(1, -1)}`)
    }
    throw error
  })
}

async function checkProvider(issuer: string): Promise<void> {
  await createDiscovery(issuer)().catch((error: unknown) => {
    throw new EnvError('OIDC_ISSUER', `must name a provider that answers with its configuration (${reasonOf(error)})`, issuer)
  })
}

async function checkCertificate(files: TlsFiles): Promise<void> {
  refuseExpired(files)
}

async function checkArchive(retention: JournalRetention): Promise<void> {
  checkArchiveFolder(retention)
}

async function checkMail(mail: NonNullable<Env['mail']>): Promise<void> {
  await askMailServer(mail).catch((error: unknown) => {
    throw new EnvError('SMTP_URL', `must name a mail server that lets this service in (${reasonOf(error)})`)
  })
}

function reasonOf(error: unknown): string {
  return ((error instanceof Error && error.message) || (error as { code?: string } | null)?.code || String(error)).split('\n')[0] ?? ''
}

async function rejectLater(error: Error): Promise<never> {
  await new Promise((done) => setTimeout(done, PATIENCE_MS).unref())
  throw error
}
