import { randomBytes, randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'
import { ageMs, inUseBy, isAlive, keyFileOf, lockOf, readOwner, startOf, type Owner } from './folder-owner.mjs'

/** The folder is in use by another process; the message says by which one. */
export class DataFolderInUse extends Error {}

const HEARTBEAT_MS = 2_000
/** A takeover takes microseconds; an older one belongs to a process that was killed during it. */
const TAKEOVER_MAX_MS = 3_000
/** Without hard links a lock may be incomplete for this long; if still unreadable afterwards, it is damaged. */
const UNFINISHED_MAX_MS = 500

type KeyEnv = Pick<Env, 'dataDir' | 'databaseUrl' | 'secretKey'>

/** Locks the data folder for this process and returns a function that releases it. With a server there is no data folder; only the key is checked. */
export async function takeDataFolder(env: KeyEnv): Promise<() => void> {
  if (env.databaseUrl) {
    secretKeyOf(env)
    return () => undefined
  }
  prepareDataFolder(env.dataDir)
  return lockDataFolder(env.dataDir)
}

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
 * Locks the folder for this process; throws `DataFolderInUse` at once if a running process holds it.
 * A lock whose owner was killed is taken over. Returns a function that releases the folder.
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  const file = lockOf(folder)
  const me: Owner = { token: randomUUID(), pid: process.pid, started: startOf(process.pid), machine: hostname() }
  for (let tries = 0; !create(file, me); tries++) {
    const owner = readOwner(file)
    if (owner && isAlive(owner, file)) throw new DataFolderInUse(inUseBy(owner, folder))
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
    if (readOwner(file)?.token === me.token) rmSync(file, { force: true })
  }
}

/** Folder of the embedded database, within the data folder. */
export function databaseFolderOf(folder: string): string {
  return join(folder, 'database')
}

/** The secret key of the configured database; throws `EnvError` if it is required but missing. */
export function secretKeyOf({ dataDir, databaseUrl, secretKey }: KeyEnv): Buffer {
  if (secretKey !== undefined) return secretKey
  if (databaseUrl === undefined) return keyOfDataFolder(dataDir)
  const earlier = keyFileOf(dataDir)
  const found = existsSync(earlier) ? `; SECRET_KEY_FILE=${earlier} goes on with the key that an earlier version made there` : ''
  throw new EnvError(
    'SECRET_KEY',
    `must be given with DATABASE_URL, the same one to every copy of the service, or SECRET_KEY_FILE must name a file that holds it (openssl rand -hex 32 makes one)${found}`,
  )
}

/** The key that encrypts stored secrets, generated at the first start and kept beside the embedded database. */
export function keyOfDataFolder(folder: string): Buffer {
  const file = keyFileOf(folder)
  if (!existsSync(file)) {
    if (existsSync(databaseFolderOf(folder)))
      throw new EnvError('SECRET_KEY', `must be the key that the database in ${folder} was written with, or ${file} must be restored`)
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  }
  return keyInFile(file)
}

/** A key that this service wrote into a data folder. */
export function keyInFile(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== 32) throw new EnvError('DATA_DIR', `holds a damaged key in ${file}; restore it, or the stored secrets cannot be read`)
  return key
}

/** Creates the lock file atomically: written under another name, then hard-linked. */
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

/** For file systems without hard links. */
function createWithoutLink(file: string, me: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes a dead owner's lock. One process at a time, so that none removes the lock of a faster one. */
async function takeOver(file: string, me: Owner): Promise<void> {
  const turn = `${file}.takeover`
  if (!create(turn, me)) {
    if (isOlder(turn, TAKEOVER_MAX_MS)) rmSync(turn, { force: true })
    return pause()
  }
  const dead = isDead(file)
  if (dead) rmSync(file, { force: true })
  rmSync(turn, { force: true })
  if (!dead) await pause()
}

/** A missing lock is not dead: the next one belongs to a faster process. */
function isDead(file: string): boolean {
  const owner = readOwner(file)
  if (owner === undefined) return false
  return owner === null ? isOlder(file, UNFINISHED_MAX_MS) : !isAlive(owner, file)
}

/** A file that no longer exists is not old: whatever replaced it belongs to another process. */
function isOlder(file: string, thanMs: number): boolean {
  const age = ageMs(file)
  return age > thanMs && age < Number.POSITIVE_INFINITY
}

function pause(): Promise<void> {
  return new Promise((wake) => setTimeout(wake, 20 + Math.random() * 30))
}

function touch(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The folder was removed under a running service; the database will say so.
  }
}
