import { existsSync } from 'node:fs'
import { keyInFile } from '../data-folder/data-folder.ts'
import type { Database } from '../db/database.ts'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'
import { keyFileOf } from '../data-folder/folder-owner.mjs'
import { keyId } from './key-id.ts'
import { keepKey, keyState, opensStored, type KeyState } from './key-state.ts'
import { nextKeyFileOf } from './rotation-keys.ts'

type KeyEnv = Pick<Env, 'dataDir' | 'secretKey'>

/** Refuses a key that the database is not under, before anything is written; an empty database takes any. */
export async function checkKey(database: Database, env: KeyEnv): Promise<void> {
  const state = await keyState(database)
  if (state !== undefined) return refuseOther(state, database.secretKey, env)
  if ((await opensStored(database, database.secretKey)) === false) throw wrongKey(env, undefined)
}

/** Makes the key that of the database, once its tables are there; of copies that start at once with two keys one is refused. */
export async function pinKey(database: Database, env: KeyEnv): Promise<void> {
  const state = await keepKey(database)
  if (state === undefined) throw new Error('the identifier of the secret key could not be stored')
  refuseOther(state, database.secretKey, env)
}

function refuseOther(state: KeyState, secretKey: Buffer, env: KeyEnv): void {
  if (state.nextId !== null)
    throw new EnvError(
      'SECRET_KEY',
      'is being replaced, which was not finished; run npm run rotate-key with the same two keys again, then start the service',
    )
  if (state.keyId !== keyId(secretKey)) throw wrongKey(env, state)
}

function wrongKey({ dataDir, secretKey }: KeyEnv, state: KeyState | undefined): EnvError {
  const expected = 'must be the key that the database was written with'
  if (secretKey !== undefined) return new EnvError('SECRET_KEY', `${expected}; the one that is given opens nothing in it`)
  const next = nextKeyFileOf(dataDir)
  if (existsSync(next) && keyId(keyInFile(next)) === state?.keyId)
    return new EnvError('SECRET_KEY', 'was replaced, and its file not yet; run npm run rotate-key again, then start the service')
  return new EnvError('SECRET_KEY', `${expected}; the one in ${keyFileOf(dataDir)} opens nothing in it, so restore that file`)
}
