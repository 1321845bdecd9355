import { readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'

// Plain JavaScript without packages: `npm start` asks before anything is installed, built or loaded.

/** An owner whose pid cannot be checked counts as dead after this long without a heartbeat. */
const SILENT_AFTER_MS = 10_000

/** The folder of the embedded database, its lock and its key. */
export function dataFolderOf(source, root) {
  return source.DATA_DIR ? resolve(source.DATA_DIR) : join(root, '.data')
}

/** The key of a data folder. */
export function keyFileOf(folder) {
  return join(folder, 'secret.key')
}

export function lockOf(folder) {
  return join(folder, 'lock')
}

/** The sentence that refuses a start because a running process holds the data folder. Does not take the lock. */
export function refusalOfFolder(source, root) {
  if (source.DATABASE_URL || source.DATABASE_URL_FILE) return undefined
  const folder = dataFolderOf(source, root)
  const owner = readOwner(lockOf(folder))
  return owner && isAlive(owner, lockOf(folder)) ? inUseBy(owner, folder) : undefined
}

export function inUseBy({ pid }, folder) {
  return `The data folder ${folder} is in use by process ${pid}; stop it first, or set DATA_DIR to another folder.`
}

/** Who holds a lock: `undefined` where there is none, `null` where it is damaged. */
export function readOwner(file) {
  const text = textOf(file)
  if (text === undefined) return undefined
  try {
    const value = JSON.parse(text)
    return isOwner(value) ? value : null
  } catch {
    return null
  }
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function isOwner(value) {
  return (
    typeof value?.token === 'string' &&
    typeof value.pid === 'number' &&
    typeof value.started === 'string' &&
    typeof value.machine === 'string'
  )
}

export function isAlive(owner, file) {
  if (owner.machine !== hostname()) return ageMs(file) < SILENT_AFTER_MS
  if (!isRunning(owner.pid)) return false
  if (owner.started === '') return ageMs(file) < SILENT_AFTER_MS
  return startOf(owner.pid) === owner.started
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Field 22 of Linux's process status; the name in parentheses before it may hold spaces. A zombie has ended. */
export function startOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? 'ended' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

/** Time since a file was touched; infinite if it does not exist. */
export function ageMs(file) {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
