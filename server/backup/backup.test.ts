import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Queries } from '../db/database.ts'
import { testDatabase } from '../db/test-database.ts'
import { folderEntries, pack, textEntry, unpack, type Entry } from './archive.ts'
import { copyDatabase } from './make.ts'
import { restoreBackup } from './restore.ts'
import { askForBackup, serveBackups } from './socket.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function bytesOf(...entries: Entry[]): Promise<Buffer> {
  return buffer(pack(Readable.from(entries) as AsyncIterable<Entry>))
}

/** Chunks of a size that fits nothing. */
async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('a backup archive', () => {
  it('reads back as written, in chunks of any size', async () => {
    mkdirSync(join(folder, 'in', 'deep', 'empty'), { recursive: true })
    writeFileSync(join(folder, 'in', 'deep', 'full'), 'x'.repeat(700))
    writeFileSync(join(folder, 'in', 'none'), '')
    const bytes = await buffer(pack(folderEntries(join(folder, 'in'), 'database')))
    for (const size of [1, 511, 512, 100_000]) {
      const found: [string, string][] = []
      for await (const { name, contents } of unpack(inChunks(bytes, size))) found.push([name, await text(Readable.from(contents))])
      expect(found).toEqual([
        ['database/', ''],
        ['database/deep/', ''],
        ['database/deep/empty/', ''],
        ['database/deep/full', 'x'.repeat(700)],
        ['database/none', ''],
      ])
    }
  })

  it('can be listed and unpacked by standard tar', { tags: ['H-8.16'] }, async () => {
    writeFileSync(join(folder, 'a.tar'), await bytesOf(textEntry('manifest.json', '{}'), textEntry('database/base/1', 'ä'.repeat(600))))
    expect(execFileSync('tar', ['-tf', 'a.tar'], { cwd: folder, encoding: 'utf8' })).toBe('manifest.json\ndatabase/base/1\n')
    execFileSync('tar', ['-xf', 'a.tar'], { cwd: folder })
    expect(readFileSync(join(folder, 'database', 'base', '1'), 'utf8')).toBe('ä'.repeat(600))
  })

  it('fails if a file shrinks while it is being archived', async () => {
    const shrunk = { ...textEntry('database/x', 'abc'), size: 4 }
    await expect(bytesOf(shrunk)).rejects.toThrow('database/x changed while it was read')
  })
})

describe('restoring a file', () => {
  const manifest = { format: 'sdwan-console backup', version: 1, createdAt: '', migration: 1, keyPrint: '' }
  const restore = async (...entries: [name: string, contents: string][]): Promise<unknown> => {
    const file = join(folder, 'file')
    writeFileSync(file, gzipSync(await bytesOf(...entries.map(([name, contents]) => textEntry(name, contents)))))
    mkdirSync(join(folder, 'data'), { recursive: true })
    return restoreBackup(file, { dataDir: join(folder, 'data'), secretKey: undefined, force: false })
  }

  it.each(['../evil', '/evil', 'database/../../evil', 'database/./evil', 'database/..', 'evil', 'database//evil', 'secret.key/../../evil'])(
    'writes nothing outside the data folder: %s',
    { tags: ['H-8.15'] },
    async (name) => {
      await expect(restore(['manifest.json', JSON.stringify(manifest)], ['database/', ''], [name, 'x'])).rejects.toThrow(
        /which no backup does\.$/,
      )
      expect(readdirSync(join(folder, 'data'))).toEqual([])
      expect(readdirSync(folder).toSorted()).toEqual(['data', 'file'])
    },
  )

  it.each([
    [{ ...manifest, version: 2 }, /was made by a newer version of this service; restore it with that version\.$/],
    [{ ...manifest, migration: 99_999 }, /was made by a newer version of this service/],
    [{ ...manifest, format: 'other' }, /is not a backup of this service\.$/],
    [{}, /is not a backup of this service\.$/],
  ])('is refused if the manifest does not match: %j', { tags: ['H-8.14'] }, async (said, sentence) => {
    await expect(restore(['manifest.json', JSON.stringify(said)])).rejects.toThrow(sentence)
    expect(readdirSync(join(folder, 'data'))).toEqual([])
  })

  it('is refused if the end entry is missing or its file count is wrong', { tags: ['H-8.14'] }, async () => {
    const first: [string, string] = ['manifest.json', JSON.stringify(manifest)]
    await expect(restore(first, ['database/', ''])).rejects.toThrow(/is not all of a backup\.$/)
    await expect(restore(first, ['database/', ''], ['end.json', '{"files":2,"bytes":0}'])).rejects.toThrow(/is not all of a backup\.$/)
  })
})

describe('the backup socket', () => {
  let database: Database
  beforeEach(async () => {
    database = await testDatabase()
    await database.asOwner((queries) => sql`create table schema_version(id int)`.execute(queries))
  })
  afterEach(() => database.close())

  it(
    'is closed to other users, works with data folder paths of any length, and is removed when the service stops',
    { tags: ['H-8.9'] },
    async () => {
      for (const dataDir of [join(folder, 'short'), join(folder, 'long'.repeat(20), 'longer'.repeat(20))]) {
        mkdirSync(join(dataDir, 'database'), { recursive: true })
        const end = await serveBackups({ database, dataDir })
        expect(statSync(join(dataDir, 'backup-socket')).mode & 0o777).toBe(0o700)
        // A path that is too long would be cut, and the socket be somewhere else.
        expect(readdirSync(join(dataDir, 'backup-socket'))).toEqual(['socket'])
        const answer = await askForBackup(dataDir, false)
        expect(await buffer(answer ?? Readable.from([]))).not.toHaveLength(0)
        await end()
        expect(existsSync(join(dataDir, 'backup-socket'))).toBe(false)
        expect(await askForBackup(dataDir, false)).toBeUndefined()
      }
    },
  )

  it('sends the key with the records only on request', { tags: ['H-8.9'] }, async () => {
    mkdirSync(join(folder, 'database'))
    const end = await serveBackups({ database, dataDir: folder })
    const key = database.secretKey.toString('hex')
    for (const withKey of [false, true]) {
      const archive = gunzipSync(await buffer((await askForBackup(folder, withKey)) ?? Readable.from([])))
      expect(archive.includes(key)).toBe(withKey)
    }
    await end()
  })

  it('copies the files while no other statement runs', { tags: ['H-8.8'] }, async () => {
    mkdirSync(join(folder, 'database'))
    for (let n = 0; n < 500; n++) writeFileSync(join(folder, 'database', String(n)), 'x'.repeat(10_000))
    const copy = join(folder, 'backup-copy')
    /** How many files were copied when a statement began. */
    const copied = new Map<string, number>()
    const end = database.onStatement((text) => copied.set(text, existsSync(copy) ? readdirSync(copy).length : 0))
    const other = (queries: Queries): Promise<unknown> => sql`select 1`.execute(queries)
    await Promise.all([copyDatabase({ database, dataDir: folder, withKey: false }), database.asOwner(other)])
    end()
    expect([copied.get('checkpoint'), copied.get('select 1')]).toEqual([0, 500])
  })

  it('makes one backup at a time and refuses a second with a readable message', async () => {
    mkdirSync(join(folder, 'database'))
    const end = await serveBackups({ database, dataDir: folder })
    const both = await Promise.allSettled([askForBackup(folder, false), askForBackup(folder, false)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.map((one) => (one.status === 'rejected' ? String(one.reason) : '')).join('')).toMatch(
      /Another backup is being made; try again/,
    )
    await end()
  })
})
