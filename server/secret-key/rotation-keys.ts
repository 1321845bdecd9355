import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { keyInFile } from '../data-folder/data-folder.ts'
import { EnvError } from '../env/env-error.ts'
import { readOldKey, type Env } from '../env/env.ts'
import { keyFileOf } from '../data-folder/folder-owner.mjs'

/** The key of a data folder that is about to replace the one in it. */
export function nextKeyFileOf(folder: string): string {
  return `${keyFileOf(folder)}.next`
}

/** The two keys of a rotation. */
export interface RotationKeys {
  from: Buffer
  to: Buffer
  /** Puts the new key in place of the old one, where a data folder holds it; answers the file. */
  settle(): string | undefined
}

/**
 * Keys as the environment gives them. An embedded database without them goes from the key of its data folder to one that is made
 * for it; that one is kept from the beginning, so that a rotation which was cut off is finished with it.
 */
export function rotationKeys(env: Pick<Env, 'dataDir' | 'databaseUrl' | 'secretKey'>): RotationKeys {
  const [file, next] = [keyFileOf(env.dataDir), nextKeyFileOf(env.dataDir)]
  const held = env.databaseUrl === undefined && existsSync(file) ? keyInFile(file) : undefined
  const from = readOldKey() ?? held
  if (from === undefined)
    throw new EnvError(
      'OLD_SECRET_KEY',
      'must be the key that the database is under, or OLD_SECRET_KEY_FILE must name a file that holds it',
    )
  const to = env.secretKey ?? nextKey(next)
  if (from.equals(to)) throw new EnvError('SECRET_KEY', 'must be another key than the one that it replaces')
  return {
    from,
    to,
    settle() {
      if (env.secretKey === undefined || held?.equals(from) === true) {
        writeKey(next, to)
        renameSync(next, file)
        return file
      }
      return undefined
    },
  }
}

function nextKey(file: string): Buffer {
  if (!existsSync(file)) writeKey(file, randomBytes(32))
  return keyInFile(file)
}

/** A file that is there is whole. */
function writeKey(file: string, key: Buffer): void {
  writeFileSync(`${file}.draft`, key.toString('hex'), { mode: 0o600 })
  renameSync(`${file}.draft`, file)
}
