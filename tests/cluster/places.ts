import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runAs } from '../../scripts/tooling/postgres/postgres.mjs'

/** Root of the work tree. */
export const ROOT = resolve(import.meta.dirname, '..', '..')
const DEPLOY = join(ROOT, 'deploy', 'cluster')
/** Password of every database role, and the key of the service's secrets. */
export const PASSWORD = 'of-this-run-only'
export const KEY = '07'.repeat(32)
/** Size of the disk of each database server. */
const DISK_MB = 1_200

export const DATABASES = ['db1', 'db2', 'db3'] as const
export const POOLERS = ['pool1', 'pool2'] as const
export const COPIES = ['app1', 'app2', 'app3'] as const

/** The name that a pooler listens under; its own name leads to a relay, which can delay what passes. */
export const behindRelay = (pooler: string): string => `${pooler}-behind`

/** Folder of everything that a run writes. */
export interface Place {
  folder: string
  addresses: ReadonlyMap<string, string>
}

/**
 * Gives this process's network namespace the addresses and names of `deploy/cluster/hosts`, and each database server a disk of its own.
 * Only for a process with namespaces of its own (`unshare --net --mount`), which take all of it away at their end.
 */
export function preparePlace(folder: string): Place {
  const hosts = `127.0.0.1 localhost\n${read('hosts')}10.77.0.121 pool1-behind\n10.77.0.122 pool2-behind\n`
  const addresses = new Map<string, string>()
  for (const [, address = '', name = ''] of hosts.matchAll(/^([\d.]+)\s+(\S+)$/gm)) addresses.set(name, address)
  const names = join(folder, 'hosts')
  writeFileSync(names, hosts)
  execFileSync('mount', ['--bind', names, '/etc/hosts'])
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  for (const address of addresses.values())
    if (address !== '127.0.0.1') execFileSync('ip', ['address', 'add', `${address}/32`, 'dev', 'lo'])
  chmodSync(folder, 0o755)
  for (const name of DATABASES) {
    const disk = makeFolder({ folder, addresses }, name)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', disk])
    giveAway(disk)
  }
  return { folder, addresses }
}

/** Writes a file of `deploy/cluster` with its placeholders filled in, as its head says; returns its path. */
export function writeConfig({ folder, addresses }: Place, file: string, node = ''): string {
  const values: Record<string, string> = { NODE: node, ADDRESS: addresses.get(node) ?? '', PASSWORD, KEY }
  const path = join(folder, node === '' ? file : `${node}-${file}`)
  writeFileSync(
    path,
    read(file).replaceAll(/@([A-Z]+)@/g, (whole, name: string) => values[name] ?? whole),
  )
  return path
}

/** The variables of an environment file. */
export function readVariables(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').matchAll(/^([A-Z_]+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

/** Makes a folder for programs that do not run as root. */
export function makeFolder({ folder }: Pick<Place, 'folder'> & Partial<Place>, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true, mode: 0o755 })
  giveAway(path)
  return path
}

function giveAway(path: string): void {
  const { uid, gid } = runAs()
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

function read(file: string): string {
  return readFileSync(join(DEPLOY, file), 'utf8')
}
