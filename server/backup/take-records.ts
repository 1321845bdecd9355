import { existsSync } from 'node:fs'
import { databaseFolderOf, takeDataFolder } from '../data-folder/data-folder.ts'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'
import { refuseUnfinishedRestore } from './unfinished.ts'

/**
 * Takes the data folder for a command that works on stored records: one without a database, or with a restore that was interrupted,
 * is refused and stays as it is. The answer gives it free.
 */
export async function takeRecords(env: Pick<Env, 'dataDir' | 'databaseUrl' | 'secretKey'>): Promise<() => void> {
  if (env.databaseUrl === undefined && !existsSync(env.dataDir)) throw withoutDatabase(env.dataDir)
  const release = await takeDataFolder(env)
  try {
    refuseUnfinishedRestore(env)
    if (env.databaseUrl === undefined && !existsSync(databaseFolderOf(env.dataDir))) throw withoutDatabase(env.dataDir)
    return release
  } catch (error) {
    release()
    throw error
  }
}

function withoutDatabase(folder: string): EnvError {
  return new EnvError('DATA_DIR', 'must be a folder that holds an embedded database', folder)
}
