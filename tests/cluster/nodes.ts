import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runSql } from '../support/service/administrator.ts'
import { isListening, startDaemon, until, type Daemon } from './daemon.ts'
import { behindRelay, DATABASES, makeFolder, PASSWORD, POOLERS, readVariables, writeConfig, type Place } from './places.ts'
import type { RelayDelay } from './relay.ts'

const BIN = '/usr/lib/postgresql/15/bin'

/** A member of the cluster, as Patroni sees it. */
interface Member {
  name: string
  role: string
  state: string
  /** Bytes of log that it has not received; absent for the primary. */
  lag?: number | string
}

/** The running programs around the copies of the service. */
export interface Nodes {
  patroni: ReadonlyMap<string, Daemon>
  poolers: ReadonlyMap<string, Daemon>
  /** Name of the primary; undefined while there is none. */
  primary(): Promise<string | undefined>
  members(): Promise<Member[]>
  /** Ends Patroni and PostgreSQL of a server at once, as a loss of power does. */
  killDatabase(name: string): Promise<void>
  /** Stops Patroni and PostgreSQL of a server, or lets them go on. */
  signalDatabase(name: string, signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Waits until all three servers work and one of the standbys is synchronous. */
  untilWhole(): Promise<void>
  /** Delays everything between the service and its poolers, or between clients and HAProxy. */
  delay(part: 'database' | 'clients', delayMs: number): void
}

/** Starts etcd, Patroni, HAProxy and pgbouncer with the files of `deploy/cluster`, and makes the database of the service. */
export async function startNodes(place: Place): Promise<Nodes> {
  for (const name of DATABASES) startEtcd(place, name)
  await until('etcd', () => everyListens(2379))
  const patroni = new Map(DATABASES.map((name) => [name as string, startPatroni(place, name)]))
  startHaproxy(place)
  const poolers = new Map(POOLERS.map((name) => [name as string, startPooler(place, name)]))
  const relay = startRelay()
  const nodes = nodesOf({ patroni, poolers, relay })
  await nodes.untilWhole()
  await until('HAProxy leads to the primary', async () => (await runSql(administratorUrl('postgres'), 'select 1')).length === 1)
  const script = writeConfig(place, 'database.sql')
  execFileSync(join(BIN, 'psql'), ['-v', 'ON_ERROR_STOP=1', '-q', '-f', script, administratorUrl('postgres')])
  return nodes
}

/** The superuser's address of a database, of the primary or of one server. */
export function administratorUrl(database: string, server = 'lb:5000'): string {
  return `postgres://postgres:${PASSWORD}@${server}/${database}`
}

function startEtcd(place: Place, node: string): Daemon {
  const cwd = makeFolder(place, `etcd-${node}`)
  // The folder of the file is that of Debian's package.
  const env = { ...readVariables(writeConfig(place, 'etcd.env', node)), ETCD_DATA_DIR: join(cwd, 'data') }
  return startDaemon({ command: 'etcd', args: [], env, cwd, log: join(place.folder, `etcd-${node}.log`) })
}

function startPatroni(place: Place, node: string): Daemon {
  const disk = join(place.folder, node)
  const env = { PATRONI_POSTGRESQL_DATA_DIR: join(disk, 'data'), PATRONI_POSTGRESQL_PGPASS: join(disk, 'pgpass') }
  const args = [writeConfig(place, 'patroni.yml', node)]
  return startDaemon({ command: 'patroni', args, env, cwd: disk, log: join(place.folder, `patroni-${node}.log`) })
}

function startHaproxy(place: Place): Daemon {
  const args = ['-db', '-f', writeConfig(place, 'haproxy.cfg')]
  return startDaemon({ command: 'haproxy', args, cwd: makeFolder(place, 'lb'), log: join(place.folder, 'haproxy.log') })
}

function startPooler(place: Place, name: string): Daemon {
  const node = behindRelay(name)
  const config = writeConfig(place, 'pgbouncer.ini', node)
  const cwd = makeFolder(place, name)
  // The path in the file is that of Debian's package.
  execFileSync('sed', ['-i', `s|/etc/pgbouncer/userlist.txt|${writeConfig(place, 'userlist.txt', node)}|`, config])
  return startDaemon({ command: 'pgbouncer', args: [config], cwd, log: join(place.folder, `${name}.log`) })
}

function startRelay(): ChildProcess {
  const routes = [
    { from: { host: '127.0.0.1', port: 8080 }, to: { host: 'lb', port: 8080 } },
    ...POOLERS.map((name) => ({ from: { host: name, port: 6432 }, to: { host: behindRelay(name), port: 6432 } })),
  ]
  return fork(join(import.meta.dirname, 'relay.ts'), [JSON.stringify(routes)], { execArgv: ['--import', 'tsx'] })
}

async function everyListens(port: number): Promise<boolean> {
  return (await Promise.all(DATABASES.map((name) => isListening(name, port)))).every(Boolean)
}

function nodesOf({ patroni, poolers, relay }: Pick<Nodes, 'patroni' | 'poolers'> & { relay: ChildProcess }): Nodes {
  const primary = async (): Promise<string | undefined> => {
    const asked = await Promise.all(DATABASES.map(async (name) => ((await isPrimary(name)) ? name : undefined)))
    return asked.find((name) => name !== undefined)
  }
  const requireDaemon = (name: string): Daemon => {
    const daemon = patroni.get(name)
    if (daemon === undefined) throw new Error(`no server ${name}`)
    return daemon
  }
  return {
    patroni,
    poolers,
    primary,
    members,
    signalDatabase(name, signal) {
      const { pid } = requireDaemon(name)
      for (const one of [pid(), ...descendantsOf(pid())]) signalOne(one, signal)
    },
    async killDatabase(name) {
      const daemon = requireDaemon(name)
      const pids = descendantsOf(daemon.pid())
      const ended = daemon.end('SIGKILL')
      for (const pid of pids) signalOne(pid, 'SIGKILL')
      await ended
    },
    untilWhole: () =>
      until(
        'a primary, a synchronous standby and another standby',
        async () => {
          const now = await members()
          const isWhole = ['leader', 'sync_standby', 'replica'].every((role) => now.some((member) => member.role === role))
          return (
            isWhole && now.every(({ state, lag }) => ['running', 'streaming'].includes(state) && (lag === undefined || Number(lag) < 1e6))
          )
        },
        120_000,
      ),
    delay(part, delayMs) {
      const names = part === 'clients' ? ['lb'] : POOLERS.map(behindRelay)
      for (const to of names) relay.send({ to, delayMs } satisfies RelayDelay)
    },
  }
}

async function isPrimary(name: string): Promise<boolean> {
  const answer = await fetch(`http://${name}:8008/primary`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
  return answer?.status === 200
}

async function members(): Promise<Member[]> {
  for (const name of DATABASES) {
    const answer = await fetch(`http://${name}:8008/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

/** Process ids of all children of a process, and of theirs. */
function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = parentOf(name)
    parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const children = (of: number): number[] => (parents.get(of) ?? []).flatMap((child) => [child, ...children(child)])
  return children(pid)
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    // It ended meanwhile.
    return 0
  }
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
