import { randomBytes, randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { EnvError } from './env.ts'

/** The folder is in use by another process; the message says by which one. */
export class DataFolderInUse extends Error {}

interface Owner {
  token: string
  pid: number
  /** Kernel's start time of the process: tells a reused process number from the owner. Empty where the system does not say. */
  started: string
  /** One running operating system; a container shares it with its host, but may see other process numbers. */
  machine: string
}

const HEARTBEAT_MS = 2_000
/** An owner that cannot be checked by its process number counts as gone after this long without a heartbeat. */
const SILENT_AFTER_MS = 10_000
/** A takeover lasts microseconds; one that is older belongs to a process that was killed in it. */
const TAKEOVER_MAX_MS = 3_000

/** Creates the data folder where needed; throws `EnvError` when it cannot be used. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    if (!statSync(folder).isDirectory()) throw new Error('not a folder')
  } catch {
    throw new EnvError('DATA_DIR', 'must be a folder that this process may write to', folder)
  }
}

/**
 * Takes the folder for this process alone; throws `DataFolderInUse` at once when a living process has it.
 * A lock whose owner was killed is taken over. The answer gives the folder free again.
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'lock')
  const me: Owner = { token: randomUUID(), pid: process.pid, started: startOf(process.pid), machine: hostname() }
  for (let tries = 0; !create(file, me); tries++) {
    const owner = read(file)
    if (owner && isAlive(owner, file))
      throw new DataFolderInUse(
        `The data folder ${folder} is in use by process ${owner.pid}; stop it first, or set DATA_DIR to another folder.`,
      )
    if (tries > 100)
      throw new DataFolderInUse(
        `The lock of the data folder ${folder} cannot be taken over; remove ${file} if no other process uses the folder.`,
      )
    await takeOver(file, me)
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    if (read(file)?.token === me.token) rmSync(file, { force: true })
  }
}

/** The key that encrypts stored secrets, made at the first start and kept beside the embedded database. */
export function keyOfDataFolder(folder: string): Buffer {
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== 32) throw new EnvError('DATA_DIR', `holds a damaged key in ${file}; restore it, or the stored secrets cannot be read`)
  return key
}

/** A complete lock file appears at once or not at all: written aside, then linked to its name. */
function create(file: string, me: Owner): boolean {
  const draft = `${file}.${me.token}`
  writeFileSync(draft, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    return createWithoutLink(file, me)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** For file systems that know no hard links. */
function createWithoutLink(file: string, me: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes a dead owner's lock; one process at a time may do so, so that nobody removes the lock of the one that came first. */
async function takeOver(file: string, me: Owner): Promise<void> {
  const turn = `${file}.takeover`
  if (!create(turn, me)) {
    if (ageMs(turn) > TAKEOVER_MAX_MS) rmSync(turn, { force: true })
    await new Promise((wake) => setTimeout(wake, 20 + Math.random() * 30))
    return
  }
  const owner = read(file)
  if (!owner || !isAlive(owner, file)) rmSync(file, { force: true })
  rmSync(turn, { force: true })
}

function read(file: string): Owner | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isOwner(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isOwner(value: unknown): value is Owner {
  const owner = value as Partial<Owner> | null
  return (
    typeof owner?.token === 'string' &&
    typeof owner.pid === 'number' &&
    typeof owner.started === 'string' &&
    typeof owner.machine === 'string'
  )
}

function isAlive(owner: Owner, file: string): boolean {
  if (owner.machine !== hostname()) return ageMs(file) < SILENT_AFTER_MS
  if (!isRunning(owner.pid)) return false
  if (owner.started === '') return ageMs(file) < SILENT_AFTER_MS
  return startOf(owner.pid) === owner.started
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Field 22 of Linux's process status; the name in parentheses before it may hold spaces. A zombie has ended. */
function startOf(pid: number): string {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

function ageMs(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function touch(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The folder was removed under a running service; the database will say so.
  }
}
