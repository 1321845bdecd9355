import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../support/service/administrator.ts'
import { startCopy, untilReady, type Copy } from './copies.ts'
import { until } from './daemon.ts'
import { administratorUrl, type Nodes } from './nodes.ts'
import { COPIES, DATABASES, POOLERS, type Place } from './places.ts'

/** The cluster, as events change it. */
export interface Cluster {
  place: Place
  nodes: Nodes
  copies: Map<string, Copy>
  /** Work tree of the version to upgrade to, once built. */
  nextVersion: string
}

/** Something that happens to the cluster under load. Resolves when its cause is over, with the time of the promotion if there was one. */
export interface ClusterEvent {
  name: string
  cause(cluster: Cluster): Promise<{ promotedMs?: number }>
}

/** The event that shows what is normal, and the one that starts every copy anew. */
export const QUIET = 'nothing'
export const UPGRADE = 'rolling upgrade'

const LASTING_MS = 15_000
const BEHIND_MS = 30_000
const DELAY_MS = 50
const LOSS_PERCENT = 3

/** Every event, in order. */
export const EVENTS: readonly ClusterEvent[] = [
  { name: QUIET, cause: () => sleep(LASTING_MS).then(() => ({})) },
  { name: 'kill -9 of a copy', cause: killCopy },
  { name: 'kill -9 of a pooler', cause: killPooler },
  { name: 'switchover', cause: switchOver },
  { name: 'kill -9 of the primary', cause: killPrimary },
  { name: 'standbys 30 s behind', cause: pauseReplay },
  { name: 'hung standby', cause: hangStandby },
  { name: `${DELAY_MS} ms to the database`, cause: ({ nodes }) => delay(nodes, 'database') },
  { name: `${DELAY_MS} ms to clients`, cause: ({ nodes }) => delay(nodes, 'clients') },
  { name: `${LOSS_PERCENT} % loss to the database`, cause: () => lose(6432) },
  { name: `${LOSS_PERCENT} % loss to clients`, cause: () => lose(8080) },
  { name: 'full disk on the primary', cause: fillDisk },
  { name: UPGRADE, cause: upgrade },
]

/** Like a machine that is gone: started again once everybody has noticed. */
async function killCopy({ copies }: Cluster): Promise<object> {
  const copy = copies.get('app1')
  await copy?.daemon.end('SIGKILL')
  await sleep(5_000)
  copy?.daemon.start()
  await untilReady('app1')
  return {}
}

async function killPooler({ nodes }: Cluster): Promise<object> {
  const pooler = nodes.poolers.get(POOLERS[0])
  await pooler?.end('SIGKILL')
  await sleep(5_000)
  pooler?.start()
  return {}
}

async function switchOver({ nodes }: Cluster): Promise<{ promotedMs: number }> {
  const members = await nodes.members()
  const nameOf = (role: string): string => members.find((member) => member.role === role)?.name ?? ''
  const [leader, candidate] = [nameOf('leader'), nameOf('sync_standby')]
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ leader, candidate }) }
  const answer = await fetch(`http://${leader}:8008/switchover`, init)
  if (!answer.ok) throw new Error(`the switchover was refused: ${await answer.text()}`)
  return { promotedMs: await promotion(nodes, leader) }
}

/** PostgreSQL and Patroni end at once; the server comes back as a standby after the failover. */
async function killPrimary({ nodes }: Cluster): Promise<{ promotedMs: number }> {
  const primary = await requirePrimary(nodes)
  await nodes.killDatabase(primary)
  const promotedMs = await promotion(nodes, primary)
  await sleep(5_000)
  nodes.patroni.get(primary)?.start()
  return { promotedMs }
}

/** Resolves with the time at which another server is the primary. */
async function promotion(nodes: Nodes, former: string): Promise<number> {
  await until('another primary', async () => ![undefined, former].includes(await nodes.primary()))
  return Date.now()
}

/**
 * Neither standby replays the log; both still store it, so that writes go on. Patroni ends a pause within seconds, so the paused process
 * is stopped, too: it holds no lock then.
 */
async function pauseReplay({ nodes }: Cluster): Promise<object> {
  const primary = await requirePrimary(nodes)
  const stopped = await Promise.all(DATABASES.filter((name) => name !== primary).map(stopReplay))
  await sleep(BEHIND_MS)
  for (const { name, pid, position } of stopped) {
    const now = (await onServer(name, REPLAY))[0]?.position
    process.kill(pid, 'SIGCONT')
    await onServer(name, 'select pg_wal_replay_resume()')
    if (now !== position) throw new Error(`${name} was to replay nothing, but went from ${position} to ${now}`)
  }
  return {}
}

interface Replay {
  pid: number
  position: string
  state: string
}

const REPLAY = `select pid, pg_last_wal_replay_lsn()::text as position, pg_get_wal_replay_pause_state() as state
  from pg_stat_activity where backend_type = 'startup'`

async function stopReplay(name: string): Promise<Replay & { name: string }> {
  let found: Replay | undefined
  await until(`${name} replays nothing`, async () => {
    await onServer(name, 'select pg_wal_replay_pause()')
    found = (await onServer(name, REPLAY))[0]
    return found?.state === 'paused'
  })
  if (found === undefined) throw new Error(`${name} has no process that replays`)
  process.kill(found.pid, 'SIGSTOP')
  const [after = found] = await onServer(name, REPLAY)
  return { name, ...after }
}

function onServer(name: string, statement: string): Promise<Replay[]> {
  return runSql<Replay>(administratorUrl('postgres', `${name}:5432`), statement)
}

/** The standby that no write waits for stops answering, without closing a connection. */
async function hangStandby({ nodes }: Cluster): Promise<object> {
  const standby = (await nodes.members()).find(({ role }) => role === 'replica')?.name ?? ''
  nodes.signalDatabase(standby, 'SIGSTOP')
  await sleep(LASTING_MS)
  nodes.signalDatabase(standby, 'SIGCONT')
  return {}
}

async function delay(nodes: Nodes, part: 'database' | 'clients'): Promise<object> {
  nodes.delay(part, DELAY_MS)
  await sleep(LASTING_MS)
  nodes.delay(part, 0)
  return {}
}

/** Drops packets from and to a port, in this run's own network namespace. */
async function lose(port: number): Promise<object> {
  const rules = ['sport', 'dport'].map((side) => `tcp ${side} ${port} numgen random mod 100 < ${LOSS_PERCENT} drop`)
  const chain = 'add chain inet loss input { type filter hook input priority 0; }'
  const script = ['add table inet loss', chain, ...rules.map((rule) => `add rule inet loss input ${rule}`)].join('\n')
  execFileSync('nft', ['-f', '-'], { input: script })
  await sleep(LASTING_MS)
  execFileSync('nft', ['delete', 'table', 'inet', 'loss'])
  return {}
}

/** Takes all room on the primary's disk, and gives it back. The server that was the primary may not be it any more by then. */
async function fillDisk({ place, nodes }: Cluster): Promise<{ promotedMs?: number }> {
  const primary = await requirePrimary(nodes)
  const disk = join(place.folder, primary)
  const file = join(disk, 'filler')
  for (const from = Date.now(); Date.now() < from + LASTING_MS; await sleep(200)) takeRoom(disk, file)
  rmSync(file, { force: true })
  const now = await nodes.primary()
  return now !== undefined && now !== primary ? { promotedMs: Date.now() } : {}
}

function takeRoom(disk: string, file: string): void {
  const { bavail, bsize } = statfsSync(disk)
  if (bavail * bsize < 8_192) return
  execFileSync('sh', ['-c', 'cat /dev/zero >> "$1" || true', 'sh', file], { stdio: 'ignore' })
}

/** One copy after the other ends by SIGTERM and starts as the later version; the first of these migrates. */
async function upgrade({ place, copies, nextVersion }: Cluster): Promise<object> {
  for (const name of COPIES) {
    await copies.get(name)?.daemon.end('SIGTERM')
    copies.set(name, await startCopy(place, name, nextVersion))
    await sleep(5_000)
  }
  return {}
}

async function requirePrimary(nodes: Nodes): Promise<string> {
  const primary = await nodes.primary()
  if (primary === undefined) throw new Error('there is no primary')
  return primary
}
