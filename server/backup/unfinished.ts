import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'

/** Where a backup is unpacked, within the data folder. */
export const UNFINISHED = 'restoring'

/** Refuses to work on a data folder in which a restore was interrupted. */
export function refuseUnfinishedRestore({ dataDir, databaseUrl }: Pick<Env, 'dataDir' | 'databaseUrl'>): void {
  const folder = join(dataDir, UNFINISHED)
  if (databaseUrl === undefined && existsSync(folder))
    throw new EnvError('DATA_DIR', `must not hold a restore that did not finish; run it again, or remove ${folder}`)
}
