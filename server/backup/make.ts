import { constants, rmSync } from 'node:fs'
import { cp, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { Database, Queries } from '../db/database.ts'
import { folderEntries, pack, textEntry, type Entry } from './archive.ts'
import { DATABASE, describeDatabase, END, KEY, MANIFEST, type Manifest } from './manifest.ts'

/** Where the service puts its copy of the database while it sends it; one at a time. */
const COPY = 'backup-copy'

/** What a backup is made of. */
export interface BackupSource {
  database: Database
  dataDir: string
  /** Whether the key goes into the backup: whoever has both reads every stored secret. */
  withKey: boolean
}

/** A backup that cannot be made; the message is a sentence. */
export class BackupRefused extends Error {}

/** A database that stands still, and what to call it. */
export interface QuiescedDatabase {
  manifest: Manifest
  folder: string
}

/**
 * Copies the database beside itself while nobody writes, so that a slow reader of the backup holds up nobody. What was acknowledged
 * before is in the copy.
 */
export async function copyDatabase({ database, dataDir }: BackupSource): Promise<QuiescedDatabase> {
  const folder = join(dataDir, COPY)
  removeCopy(dataDir)
  try {
    return await whileQuiesced(database, async (manifest) => {
      const from = join(dataDir, DATABASE)
      await checkRoom(from, dataDir)
      await cp(from, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
      return { manifest, folder }
    })
  } catch (error) {
    removeCopy(dataDir)
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw noRoom(dataDir)
    throw error
  }
}

/** Removes the copy that a backup left behind; whoever calls holds the lock of the folder. */
export function removeCopy(dataDir: string): void {
  rmSync(join(dataDir, COPY), { recursive: true, force: true })
}

/** Everything is in the files of the database, and nothing changes them, until the work is done: the engine has but one connection. */
export function whileQuiesced<T>(database: Database, work: (manifest: Manifest) => Promise<T>): Promise<T> {
  return database.asOwner(async (queries: Queries) => {
    const manifest = await describeDatabase(queries, database.secretKey)
    await sql`checkpoint`.execute(queries)
    return work(manifest)
  })
}

/** Writes the archive of a database that stands still; the stream is ended, or destroyed with the error. */
export async function writeArchive({ manifest, folder }: QuiescedDatabase, key: Buffer | undefined, to: Writable): Promise<void> {
  await pipeline(pack(entries({ manifest, folder }, key)), createGzip({ level: 1 }), to)
}

async function* entries({ manifest, folder }: QuiescedDatabase, key: Buffer | undefined): AsyncGenerator<Entry> {
  yield textEntry(MANIFEST, JSON.stringify(manifest))
  if (key) yield textEntry(KEY, key.toString('hex'))
  let [files, bytes] = [0, 0]
  for await (const entry of folderEntries(folder, DATABASE)) {
    files++
    bytes += entry.size
    yield entry
  }
  yield textEntry(END, JSON.stringify({ files, bytes }))
}

async function checkRoom(from: string, dataDir: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < (await sizeOf(from))) throw noRoom(dataDir)
}

async function sizeOf(folder: string): Promise<number> {
  const items = await readdir(folder, { withFileTypes: true, recursive: true })
  const sizes = items.filter((item) => item.isFile()).map(async (item) => (await stat(join(item.parentPath, item.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

function noRoom(dataDir: string): BackupRefused {
  return new BackupRefused(
    `There is no room in ${dataDir} for the copy that a backup of a running service needs; make room, or stop the service first.`,
  )
}
