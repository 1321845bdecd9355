import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFolderOf, takeDataFolder } from '../data-folder/data-folder.ts'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'

/** Folder within the data folder into which a backup is unpacked. */
export const UNFINISHED = 'restoring'

/** Refuses to work on a data folder in which a restore was interrupted. */
export function refuseUnfinishedRestore({ dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>): void {
  const folder = join(dataDir, UNFINISHED)
  if (databaseUrl === undefined && existsSync(folder))
    throw new EnvError('DATA_DIR', `must not hold a restore that did not finish; run it again, or remove ${folder}`)
}

/**
 * Takes the data folder for a command that works on stored records: one without a database, or with a restore that was interrupted,
 * is refused and left unchanged. Returns a function that releases the folder.
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
