import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { openDatabase } from '../db/database.ts'
import { ArchiveError, unpack, type Entry } from './archive.ts'
import { DATABASE, describeDatabase, END, KEY, MANIFEST, printOf, readManifest, type End, type Manifest } from './manifest.ts'
import { UNFINISHED } from './take-records.ts'

/** An ordinary path below the folder of the database. */
const INSIDE = /^database\/(?:[\w-][\w.-]*\/)*(?:[\w-][\w.-]*)?$/

/** A restore that is refused; the message is a sentence, and nothing has changed. */
export class RestoreRefused extends Error {}

/** What was restored. */
export interface Restored {
  manifest: Manifest
  /** Where the records lie that were there before. */
  aside: string | undefined
  /** Whether the folder now holds the key. */
  hasKey: boolean
}

/**
 * Puts a backup into a data folder, whose lock the caller holds. It is unpacked aside, opened once, and then moved to its place;
 * `force` keeps what is there in a folder of its own instead of refusing.
 */
export async function restoreBackup(
  file: string,
  { dataDir, secretKey, force }: { dataDir: string; secretKey: Buffer | undefined; force: boolean },
): Promise<Restored> {
  if (!force) refuseUsed(dataDir)
  const unfinished = join(dataDir, UNFINISHED)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const { manifest, key } = await unpackOrClean(file, unfinished)
  try {
    refuseOtherKey(manifest, { key, secretKey, dataDir })
    await openOnce(unfinished, manifest)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  const aside = putAside(dataDir, manifest, key)
  renameSync(join(unfinished, DATABASE), join(dataDir, DATABASE))
  if (key) writeFileSync(join(dataDir, KEY), key.toString('hex'), { mode: 0o600 })
  rmSync(unfinished, { recursive: true })
  return { manifest, aside, hasKey: existsSync(join(dataDir, KEY)) }
}

/** A key alone may wait for its database there. */
function refuseUsed(dataDir: string): void {
  const used = readdirSync(dataDir).filter((name) => !name.startsWith('lock') && name !== UNFINISHED && name !== KEY)
  if (used.length > 0) throw new RestoreRefused(`The data folder ${dataDir} is not empty (${used[0]}); --force puts what it holds aside.`)
}

/** With a folder that was put aside goes its key, unless it fits what comes. */
function putAside(dataDir: string, manifest: Manifest, key: Buffer | undefined): string | undefined {
  const own = keyIn(dataDir)
  const moved = [DATABASE, ...(own && (key ?? printOf(own) !== manifest.keyPrint) ? [KEY] : [])].filter((name) =>
    existsSync(join(dataDir, name)),
  )
  if (moved.length === 0) return undefined
  const aside = join(dataDir, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`)
  mkdirSync(aside, { mode: 0o700 })
  for (const name of moved) renameSync(join(dataDir, name), join(aside, name))
  return aside
}

function refuseOtherKey(
  { keyPrint }: Manifest,
  { key, secretKey, dataDir }: { key: Buffer | undefined; secretKey: Buffer | undefined; dataDir: string },
): void {
  if (key && printOf(key) !== keyPrint)
    throw new RestoreRefused('The file holds another key than the one that its records were written with.')
  if (secretKey && printOf(secretKey) !== keyPrint)
    throw new RestoreRefused('The backup was made with another key than SECRET_KEY; give the one that it was made with.')
  const own = keyIn(dataDir)
  if (!key && !secretKey && own && !existsSync(join(dataDir, DATABASE)) && printOf(own) !== keyPrint)
    throw new RestoreRefused(`The backup was made with another key than ${join(dataDir, KEY)}; put the one there that it was made with.`)
}

function keyIn(dataDir: string): Buffer | undefined {
  const file = join(dataDir, KEY)
  return existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim(), 'hex') : undefined
}

/** What does not open is not put into place. */
async function openOnce(folder: string, { migration }: Manifest): Promise<void> {
  const database = await openDatabase({ at: { dataDir: join(folder, DATABASE) }, secretKey: Buffer.alloc(32) })
  try {
    const found = await database.asOwner((queries) => describeDatabase(queries, database.secretKey))
    if (found.migration !== migration) throw new RestoreRefused('The file does not hold the database that it names.')
  } finally {
    await database.close()
  }
}

async function unpackOrClean(file: string, folder: string): Promise<{ manifest: Manifest; key: Buffer | undefined }> {
  try {
    return await unpackInto(file, folder)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof ArchiveError) throw new RestoreRefused(`${file} ${error.message}.`)
    if (code === 'Z_BUF_ERROR') throw new RestoreRefused(`${file} ends too soon: it is not all of a backup.`)
    if (code?.startsWith('Z_')) throw new RestoreRefused(`${file} is not a backup, or it is damaged.`)
    if (code === 'ENOSPC') throw new RestoreRefused(`There is no room for the backup in ${folder}.`)
    throw error
  }
}

async function unpackInto(file: string, folder: string): Promise<{ manifest: Manifest; key: Buffer | undefined }> {
  const source = createReadStream(file)
  const plain = createGunzip()
  const failed = pipeline(source, plain)
  failed.catch(() => undefined)
  let manifest: Manifest | undefined
  let key: Buffer | undefined
  let end: End | undefined
  let [files, bytes] = [0, 0]
  for await (const entry of unpack(plain)) {
    if (manifest === undefined) {
      if (entry.name !== MANIFEST || entry.size > 10_000) throw new ArchiveError('is not a backup of this service')
      manifest = readManifest(await textOf(entry))
    } else if (entry.name === KEY && entry.size < 1000) key = Buffer.from(await textOf(entry), 'hex')
    else if (entry.name === END && entry.size < 1000) end = JSON.parse(await textOf(entry)) as End
    else {
      await store(entry, folder)
      files++
      bytes += entry.size
    }
  }
  // The checksum of the whole stands at its very end.
  plain.resume()
  await failed
  if (manifest === undefined || end?.files !== files || end.bytes !== bytes) throw new ArchiveError('is not all of a backup')
  return { manifest, key }
}

async function store({ name, contents }: Entry, folder: string): Promise<void> {
  if (!INSIDE.test(name)) throw new ArchiveError(`holds ${JSON.stringify(name)}, which no backup does`)
  if (name.endsWith('/')) mkdirSync(join(folder, name), { mode: 0o700 })
  else await pipeline(Readable.from(contents), createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 }))
}

async function textOf({ contents }: Entry): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of contents) parts.push(part)
  return Buffer.concat(parts).toString()
}
