import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runAs, runAsServer, startPostgres, type Programs, type TemporaryServer } from '../../../scripts/tooling/postgres/postgres.mjs'
import { runSql } from './administrator.ts'

/** From when to when no primary answered, in milliseconds of `Date.now()`. */
export interface Outage {
  fromMs: number
  toMs: number
}

/** A primary and a standby that has every write before it is acknowledged, and what happens to them. */
export interface Replicas {
  /** The administrator's address of the primary of now. */
  administratorUrl(): string
  /** An address that names both servers and asks for the one that takes writes. */
  bothUrl(url: string): string
  terminateBackends(): Promise<Outage>
  /** A fast restart of the primary on the same port, away for a moment in between. */
  restartPrimary(): Promise<Outage>
  /** Kills the primary without a chance to say anything, and a moment later makes the standby the primary. */
  failOver(): Promise<Outage>
  /** Gives the primary of now a new standby where the killed one was. */
  addStandby(): Promise<void>
  stop(): Promise<void>
}

/** Long enough for every client to meet it. */
const AWAY_MS = 1_000
const CATCH_UP_TIMEOUT_MS = 20_000
/** Durable as far as processes are concerned: an acknowledged write is in the log of both servers. */
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
      // The primary waits for a standby that is ahead of it in ending.
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

/** The postmaster first, so that nothing is left that could end the others in order. */
async function killAll(server: TemporaryServer): Promise<void> {
  const rows = await runSql<{ pid: number }>(server.url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await server.end(
    'SIGKILL',
    rows.map(({ pid }) => pid),
  )
}

/** A copy of the running primary that follows it; from now on the primary acknowledges nothing that the copy does not have. */
async function startStandby(primary: TemporaryServer, programs: Programs, port?: number): Promise<TemporaryServer> {
  const { port: of } = primary
  const standby = await startPostgres({
    programs,
    fill: ({ data }) => copy(primary, data),
    settings: { ...SETTINGS, primary_conninfo: `host=127.0.0.1 port=${of} user=postgres application_name=standby` },
    ...(port !== undefined && { port }),
  })
  await runSql(primary.url, `alter system set synchronous_standby_names = '*'`)
  await runSql(primary.url, 'select pg_reload_conf()')
  await untilSynchronous(primary)
  return standby
}

/** What `pg_basebackup` does, which the bundled programs lack. */
async function copy(primary: TemporaryServer, data: string): Promise<void> {
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

/** Files may come and go meanwhile; a copy that lacks one that matters does not start. */
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
