import { createServer } from 'node:net'
import { join } from 'node:path'
import { entitySchemas } from '../schemas/generated/entities.ts'
import { buildApp } from './app.ts'
import { keyOfDataFolder } from './data-folder.ts'
import { openDatabase, type Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { adoptUserRoles } from './domain/user-role-rows.ts'
import { EnvError, type Env } from './env.ts'
import { fillIfEmpty } from './first-start.ts'
import { startHousekeeping } from './housekeeping.ts'
import { issuerOf } from './identity/identity.ts'
import { createLog } from './log.ts'
import { printReady } from './ready.ts'
import { registerRoutes } from './routes.ts'
import { step } from './step.ts'

/** How long requests under way may take to finish once the service is told to end. */
const SHUTDOWN_MS = 25_000

/** Starts the service as the environment says; resolves when it listens. Ends on SIGINT and SIGTERM, then gives the data folder free. */
export async function start(env: Env, release: () => void): Promise<void> {
  const log = createLog(env)
  await checkAddress(env)
  const database = await step('Opening the database', () => openOrRefuse(env))
  await step('Preparing the tables', async () => {
    if (await migrate(database, entitySchemas)) await adoptUserRoles(database)
  })
  await fillIfEmpty(database, env)
  const app = await buildApp({
    env,
    log,
    ping: () => database.ping(),
    isBusy: () => database.isBusy(),
    issuer: issuerOf(env),
    routes: (instance) => registerRoutes(instance, { env, database }),
  })
  await app.listen({ host: env.host, port: env.port }).catch((error: unknown) => Promise.reject(addressRefused(error, env)))
  const endHousekeeping = startHousekeeping(database, log)
  endOnSignal(async () => {
    endHousekeeping()
    await app.close()
    await database.close()
    release()
  })
  await printReady(env, database)
}

async function openOrRefuse(env: Env): Promise<Database> {
  const secretKey = secretKeyOf(env)
  try {
    const database = await openDatabase({ at: placeOf(env), secretKey, poolSize: env.poolSize, statementTimeoutMs: env.statementTimeoutMs })
    await database.ping()
    return database
  } catch (error) {
    const reason = (error instanceof Error && error.message) || (error as { code?: string } | null)?.code || String(error)
    if (env.databaseUrl) throw new EnvError('DATABASE_URL', `must name a PostgreSQL server that lets this service in (${reason})`)
    throw new EnvError(
      'DATA_DIR',
      `holds an embedded database that does not open (${reason}); restore it from a copy, or name another folder`,
      env.dataDir,
    )
  }
}

function placeOf(env: Env): { dataDir: string } | { url: string } {
  return env.databaseUrl ? { url: env.databaseUrl } : { dataDir: join(env.dataDir, 'database') }
}

function secretKeyOf(env: Env): Buffer {
  return env.secretKey ?? keyOfDataFolder(env.dataDir)
}

/** Refuses an address that cannot be listened on before anything is made. */
async function checkAddress({ host, port }: Env): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((done, fail) => probe.once('error', fail).listen({ host, port }, done))
  } catch (error) {
    throw addressRefused(error, { host, port })
  }
  await new Promise((done) => probe.close(done))
}

function addressRefused(error: unknown, { host, port }: Pick<Env, 'host' | 'port'>): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new EnvError('PORT', `must be free; another program listens on ${port}`)
  if (code === 'EACCES') return new EnvError('PORT', `must be one that this user may listen on; ${port} is not`)
  if (code !== undefined && ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new EnvError('HOST', 'must be an address of this machine', host)
  return error
}

/** Finishes what is under way, then ends; a second signal or a long wait ends at once. */
function endOnSignal(end: () => Promise<void>): void {
  let ending = false
  const onSignal = (): void => {
    if (ending) process.exit(1)
    ending = true
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`The service did not end cleanly: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
