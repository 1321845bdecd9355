import { closeSync, createWriteStream, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupRefused, whileQuiesced, writeArchive } from '../server/backup/make.ts'
import { askForBackup } from '../server/backup/socket.ts'
import { withRecords } from '../server/backup/with-records.ts'
import { databaseFolderOf } from '../server/data-folder/data-folder.ts'
import { readEnv, type Env } from '../server/env/env.ts'
import { runCommand } from './tooling/run-command.ts'

/**
 * `npm run backup -- <file> [--with-key] [--force]`: writes the embedded database into one file, while the service runs or not.
 * Exits with 0 if the file is complete; otherwise no file is left and one sentence on stderr gives the reason.
 */
const USAGE = 'Usage: npm run backup -- <file> [--with-key] [--force]'

async function main(args: readonly string[]): Promise<number> {
  const [file, more] = args.filter((arg) => !arg.startsWith('--'))
  const options = args.filter((arg) => arg.startsWith('--'))
  if (file === undefined || more !== undefined || options.some((option) => !['--with-key', '--force'].includes(option)))
    throw new BackupRefused(USAGE)
  const env = readEnv(process.env, [])
  if (env.databaseUrl !== undefined)
    throw new BackupRefused('The records are on a PostgreSQL server (DATABASE_URL); back them up with pg_dump.')
  const [target, force, withKey] = [resolve(file), options.includes('--force'), options.includes('--with-key')]
  if (existsSync(target) && !force) throw new BackupRefused(`${target} already exists; use --force to replace it.`)
  const from = performance.now()
  await writeAtomically(target, { force, write: (to) => writeBackup(env, { withKey, to }) })
  const [seconds, megabytes] = [(performance.now() - from) / 1000, statSync(target).size / 1e6]
  process.stdout.write(`${target}: ${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s\n${keyLine(withKey, env)}\n`)
  return 0
}

function keyLine(withKey: boolean, { dataDir, secretKey }: Env): string {
  if (withKey) return 'The file contains the key: anyone who has it can read every stored secret.'
  const key = secretKey ? 'SECRET_KEY' : join(dataDir, 'secret.key')
  return `The file does not contain the key: keep ${key} in another place; stored secrets cannot be read without it.`
}

/** A running service sends its copy; if none runs, this process opens the database itself. */
async function writeBackup(env: Env, { withKey, to }: { withKey: boolean; to: Writable }): Promise<void> {
  const sent = await askForBackup(env.dataDir, withKey)
  if (sent) return pipeline(sent, to)
  await withRecords(env, async (database) => {
    const key = withKey ? database.secretKey : undefined
    await whileQuiesced(database, (manifest) => writeArchive({ manifest, folder: databaseFolderOf(env.dataDir) }, key, to))
  })
}

/** Writes to a temporary file that only its owner can read and renames it once it is complete. */
async function writeAtomically(
  target: string,
  { force, write: fill }: { force: boolean; write: (to: Writable) => Promise<void> },
): Promise<void> {
  const temporary = `${target}.${randomUUID()}.part`
  try {
    await fill(createWriteStream(temporary, { fd: openSync(temporary, 'wx', 0o600) }))
    sync(temporary)
    if (force) renameSync(temporary, target)
    else linkSync(temporary, target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new BackupRefused(`No space left for ${target}.`)
    if (code === 'EEXIST') throw new BackupRefused(`${target} already exists; use --force to replace it.`)
    if (code === 'EACCES' || code === 'EROFS' || code === 'ENOENT') throw new BackupRefused(`${target} cannot be written (${code}).`)
    if (code === 'ECONNRESET') throw new BackupRefused('The service stopped while sending the backup; no file was written.')
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

runCommand(main(process.argv.slice(2)), { refusals: [BackupRefused], refused: 1 })
