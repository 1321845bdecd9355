import { entitySchemas } from '../../schemas/generated/entities.ts'
import { buildApp, buildViewsApp } from '../app.ts'
import { serveBackups } from '../backup/socket.ts'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/ddl/migrate.ts'
import { addMissingUserRoles } from '../domain/user-role-rows.ts'
import type { Env } from '../env/env.ts'
import { checkAddress, listen } from './addresses.ts'
import { fillIfEmpty } from './first-start.ts'
import { startHousekeeping } from './housekeeping.ts'
import { issuerOf } from '../identity/identity.ts'
import { isResealingDue, resealChains } from '../journal/reseal.ts'
import { createLog } from '../log.ts'
import { openConfigured } from './open-database.ts'
import { registerRoutes } from '../routes.ts'
import { checkKey, pinKey } from '../secret-key/check-key.ts'
import { readyText, step } from './terminal.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** Time that requests in flight get to finish after a signal to end. */
const SHUTDOWN_MS = 25_000

/** Starts the service as configured; resolves when it listens. Ends on SIGINT and SIGTERM, then releases the data folder. */
export async function start(env: Env, release: () => void): Promise<void> {
  const log = createLog(env)
  await checkAddress(env)
  if (env.views) await checkAddress({ host: env.host, port: env.views.port, variable: 'VIEWS_PORT' })
  const database = await step('Opening the database', () => openConfigured(env))
  const { app, ready } = await waitForDatabase(env, async () => {
    await database.ping()
    await checkKey(database, env)
    await step('Preparing the tables', async () => {
      const isChanged = await migrate(database, entitySchemas)
      await pinKey(database, env)
      if (isChanged) await addMissingUserRoles(database)
    })
    await sealJournalAnew(database)
    await fillIfEmpty(database, env)
    const ready = await readyText(env, database)
    const app = await buildApp({
      env,
      log,
      ping: () => database.ping(),
      isBusy: () => database.isBusy(),
      issuer: issuerOf(env),
      routes: (instance) => registerRoutes(instance, { env, database }),
    })
    return { app, ready }
  })
  const views = env.views && { app: await buildViewsApp({ env, log }), host: env.host, port: env.views.port, variable: 'VIEWS_PORT' }
  await listen(app, env)
  if (views) await listen(views.app, views)
  const endHousekeeping = startHousekeeping(database, log)
  const endBackups = await backupsOrWarn(env, { database, log })
  endOnSignal(async () => {
    endHousekeeping()
    await endBackups()
    await Promise.all([app.close(), views?.app.close()])
    await database.close()
    release()
  })
  process.stdout.write(ready)
}

/** Where the file system has no sockets, the service runs without backups. */
async function backupsOrWarn(
  env: Env,
  { database, log }: { database: Database; log: ReturnType<typeof createLog> },
): Promise<() => Promise<void>> {
  const none = async (): Promise<void> => undefined
  if (env.databaseUrl) return none
  return serveBackups({ database, dataDir: env.dataDir }).catch((error: unknown) => {
    log.warn({ err: error }, 'no backup can be made while the service runs')
    return none
  })
}

/** Runs once after an upgrade. A chain that was tampered with stays unchanged, and verification keeps reporting it. */
async function sealJournalAnew(database: Database): Promise<void> {
  if (!(await isResealingDue(database))) return
  const { secretKey } = database
  const faults = await step('Sealing the journal anew', () => resealChains(database, { from: secretKey, to: secretKey }))
  if (faults.length === 0) return
  process.stdout.write(`Somebody tampered with the journal of ${faults.length} tenants; npm run journal:verify says where.\n`)
}

/** Ends after requests in flight; a second signal or the time limit ends at once. */
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
