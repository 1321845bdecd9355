import { Registry } from 'prom-client'
import { Server as TlsServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { entitySchemas } from '../../schemas/generated/entities.ts'
import { serveBackups } from '../backup/socket.ts'
import { secretKeyOf } from '../data-folder/data-folder.ts'
import type { Database } from '../db/database.ts'
import { migrate } from '../db/ddl/migrate.ts'
import { addMissingUserRoles } from '../domain/user-role-rows.ts'
import type { Env } from '../env/env.ts'
import { checkAddress, listen } from './addresses.ts'
import { fillIfEmpty } from './first-start.ts'
import { startHousekeeping } from '../housekeeping/start.ts'
import { startTelling } from '../notifications/start.ts'
import { issuerOf, preloadIdentity } from '../identity/identity.ts'
import { prepareArchive } from '../journal/archive/archive-folder.ts'
import { ensurePartitions } from '../journal/partitions.ts'
import { isResealingDue, resealChains } from '../journal/reseal.ts'
import { loadTexts } from '../identity/pages/texts.ts'
import { createLog } from '../log.ts'
import { createMailer } from '../mail/mailer.ts'
import { openConfigured } from './open-database.ts'
import { ThisCopy } from '../operations/this-copy.ts'
import { RateCounts } from '../rate-limits/rate-counts.ts'
import { checkKey, pinKey } from '../secret-key/check-key.ts'
import { useTracing, type Tracing } from '../tracing/spans.ts'
import { reloadCertificate } from '../tls/reload-certificate.ts'
import { endOnSignal, type Lifecycle } from './end-on-signal.ts'
import { readyText, step } from './terminal.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** What answers calls: loaded while the database is asked, which takes as long. */
async function loadApp(env: Env) {
  const [app, routes] = await Promise.all([import('../app.ts'), import('../routes.ts'), preloadIdentity(env)])
  return { ...app, ...routes }
}

/** Starts the service as configured; resolves when it listens. Ends on SIGINT and SIGTERM, then releases the data folder. */
export async function start(env: Env, release: () => void): Promise<void> {
  const log = createLog(env)
  const loading = loadApp(env)
  // Told where it is awaited.
  loading.catch(() => undefined)
  await checkAddress(env)
  if (env.journalRetention) prepareArchive(env.journalRetention)
  if (env.views) await checkAddress({ host: env.host, port: env.views.port, variable: 'VIEWS_PORT' })
  const tracing = await tracingOf(env, log)
  let isServing = false
  const serving = { ...env, log, isServing: () => isServing }
  const database = await step('Opening the database', () => openConfigured(env, secretKeyOf(env), serving))
  // An embedded database serves one copy.
  const rateCounts = database.kind === 'postgres' ? new RateCounts({ database, log }) : undefined
  const lifecycle: Lifecycle = { isDraining: false, ending: new AbortController() }
  const { app, ready, registry, copy } = await waitForDatabase(env, async () => {
    await database.ping()
    await checkKey(database, env)
    await step('Preparing the tables', async () => {
      const isChanged = await migrate(database, entitySchemas)
      await pinKey(database, env)
      if (isChanged) await addMissingUserRoles(database)
      else await database.asOwner(ensurePartitions)
    })
    await sealJournalAnew(database)
    await fillIfEmpty(database, env)
    const ready = await readyText(env, database)
    // An attempt that fails midway has registered metrics, which the next one could not do again.
    const registry = new Registry()
    database.activity.registerIn(registry)
    const copy = new ThisCopy({ database, registry })
    const { buildApp, registerRoutes } = await loading
    const app = await buildApp({
      env,
      log,
      registry,
      ping: () => database.ping(),
      isBusy: () => database.isBusy(),
      isDraining: () => lifecycle.isDraining,
      ending: lifecycle.ending.signal,
      issuer: issuerOf(env),
      routes: (instance) => registerRoutes(instance, { env, database, copy }),
      rateCounts,
    })
    return { app, ready, registry, copy }
  })
  const { buildViewsApp } = await loading
  const views = env.views && { app: await buildViewsApp({ env, log }), host: env.host, port: env.views.port, variable: 'VIEWS_PORT' }
  isServing = true
  await listen(app, env)
  if (views) await listen(views.app, views)
  copy.begin()
  const endHousekeeping = startHousekeeping({ database, log, registry, retention: env.journalRetention })
  const endTelling = startTelling({ database, log, registry, mailing: mailingOf(env) })
  const endBackups = await backupsOrWarn(env, { database, log })
  const endReloads = env.tls && reloadCertificate(env.tls, { servers: tlsServers(app, views?.app), log })
  const end = async (): Promise<void> => {
    endReloads?.()
    const isQuiet = Promise.all([endHousekeeping(), endTelling()])
    await endBackups()
    await Promise.all([isQuiet, app.close(), views?.app.close()])
    await rateCounts?.close()
    await copy.end()
    await Promise.all([database.close(), tracing?.end()])
    release()
  }
  endOnSignal(end, { lifecycle, env })
  process.stdout.write(ready)
}

/** How notifications are mailed; absent without a mail server. */
function mailingOf({ mail, publicUrl, root }: Env) {
  return mail && { mailer: createMailer(mail), publicUrl, texts: loadTexts(root) }
}

/** What traces are made with is loaded only where they are wanted. */
async function tracingOf({ traces }: Env, log: ReturnType<typeof createLog>): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined
  const { startTracing } = await import('../tracing/open-telemetry.ts')
  const tracing = startTracing(traces, log)
  useTracing(tracing)
  return tracing
}

/** The servers of applications that answer TLS. */
function tlsServers(...apps: (FastifyInstance | undefined)[]): TlsServer[] {
  return apps.map((one): unknown => one?.server).filter((one) => one instanceof TlsServer)
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
