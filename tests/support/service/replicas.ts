import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runAs, runAsServer, startPostgres, type Programs, type TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { runSql } from './administrator.ts'

/** A period without a primary, as `Date.now()` times. */
export interface Outage {
  fromMs: number
  toMs: number
}

/** A primary and a synchronous standby, with the failures that tests cause. */
export interface Replicas {
  /** The administrator's URL of the current primary. */
  administratorUrl(): string
  /** A URL that names both servers and selects the one that accepts writes. */
  bothUrl(url: string): string
  terminateBackends(): Promise<Outage>
  /** Restarts the primary (fast shutdown) on the same port, after `AWAY_MS`. */
  restartPrimary(): Promise<Outage>
  /** Kills the primary with SIGKILL and promotes the standby after `AWAY_MS`. */
  failOver(): Promise<Outage>
  /** Starts a new standby of the current primary in place of the killed server. */
  addStandby(): Promise<void>
  stop(): Promise<void>
}

/** Long enough for every client to notice the outage. */
const AWAY_MS = 1_000
const CATCH_UP_TIMEOUT_MS = 20_000
/** An acknowledged write survives process crashes: it is in the log of both servers. */
const SETTINGS = { synchronous_commit: 'on', full_page_writes: 'on', wal_keep_size: '512MB', wal_retrieve_retry_interval: '100ms' }

/** Starts both servers. */
export async function startReplicas(programs: Programs = 'bundled'): Promise<Replicas> {
  let primary = await startPostgres({ programs, settings: SETTINGS })
  let standby = await startStandby(primary, programs).catch(async (error: unknown) => {
    await primary.stop()
    throw error
  })
  const ports = [primary.port, standby.port]
  return {
    administratorUrl: () => primary.url,
    bothUrl: (url) => addressOfBoth(url, ports),
    terminateBackends: () =>
      outage(() =>
        runSql(
          primary.url,
          `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        ),
      ),
    restartPrimary: () =>
      outage(async () => {
        await primary.end()
        await sleep(AWAY_MS)
        await primary.start()
        await untilSynchronous(primary)
      }),
    failOver: () =>
      outage(async () => {
        await killAll(primary)
        await sleep(AWAY_MS)
        await runSql(standby.url, 'select pg_promote()')
        ;[primary, standby] = [standby, primary]
      }),
    addStandby: async () => {
      const { port } = standby
      await standby.stop()
      standby = await startStandby(primary, programs, port)
    },
    stop: async () => {
      // The primary first: its shutdown waits until the standby has received everything.
      await primary.stop()
      await standby.stop()
    },
  }
}

/** `postgres://user:password@first,second/database?target_session_attrs=read-write` */
function addressOfBoth(url: string, ports: readonly number[]): string {
  const { username, password, pathname } = new URL(url)
  return `postgres://${username}:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}${pathname}?target_session_attrs=read-write`
}

async function outage(work: () => Promise<unknown>): Promise<Outage> {
  const fromMs = Date.now()
  await work()
  return { fromMs, toMs: Date.now() }
}

/** Kills the postmaster first, so that it cannot shut down the backends cleanly. */
async function killAll(server: TemporaryServer): Promise<void> {
  const rows = await runSql<{ pid: number }>(server.url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await server.end(
    'SIGKILL',
    rows.map(({ pid }) => pid),
  )
}

/** Starts a standby from a copy of the running primary; from then on the primary acknowledges only writes that the standby has. */
async function startStandby(primary: TemporaryServer, programs: Programs, port?: number): Promise<TemporaryServer> {
  const { port: primaryPort } = primary
  const standby = await startPostgres({
    programs,
    fill: ({ data }) => copyForStandby(primary, data),
    settings: { ...SETTINGS, primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=postgres application_name=standby` },
    ...(port !== undefined && { port }),
  })
  await runSql(primary.url, `alter system set synchronous_standby_names = '*'`)
  await runSql(primary.url, 'select pg_reload_conf()')
  await untilSynchronous(primary)
  return standby
}

/** Copies the primary like `pg_basebackup`, which the bundled programs lack. */
export async function copyForStandby(primary: TemporaryServer, data: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    copyFiles(primary.data, data)
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
    for (const [name, text] of Object.entries({ backup_label: rows[0]?.label ?? '', 'standby.signal': '' })) {
      writeFileSync(join(data, name), text)
      const { uid, gid } = runAs()
      if (uid !== undefined && gid !== undefined) chownSync(join(data, name), uid, gid)
    }
  } finally {
    await client.end()
  }
}

/** Copies files that may disappear meanwhile; a standby whose copy lacks an important file does not start. */
function copyFiles(from: string, to: string): void {
  try {
    runAsServer('cp', ['-R', `${from}/.`, to], to)
  } catch (error) {
    if (!/No such file or directory/.test(String((error as { stderr?: unknown }).stderr))) throw error
  }
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, name), { force: true })
  runAsServer('find', [join(to, 'pg_wal'), '-type', 'f', '-delete'], to)
}

async function untilSynchronous(primary: TemporaryServer): Promise<void> {
  for (const from = Date.now(); Date.now() < from + CATCH_UP_TIMEOUT_MS; await sleep(20)) {
    const rows = await runSql(primary.url, `select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`)
    if (rows.length > 0) return
  }
  throw new Error('The standby did not catch up in time')
}
