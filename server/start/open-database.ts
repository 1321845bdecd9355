import { databaseFolderOf, secretKeyOf } from '../data-folder/data-folder.ts'
import { openDatabase, type Database } from '../db/database.ts'
import type { SlowLog } from '../db/activity/slow-statements.ts'
import type { StandbySettings } from '../db/standbys/standbys.ts'
import { EnvError } from '../env/env-error.ts'
import type { Env } from '../env/env.ts'

type Place = Pick<Env, 'dataDir' | 'databaseUrl' | 'secretKey' | 'poolSize' | 'statementTimeoutMs'>

/** Reads of a running service go to standbys, too, and its slow statements are logged: not those of a start, which makes tables. */
interface Serving extends Pick<Env, 'databaseReadUrl' | 'readMaxLagMs' | 'slowStatementMs'> {
  log: StandbySettings['log'] & SlowLog
  isServing: () => boolean
}

/** Opens the database that the environment names. A folder that does not open is refused; whether a server answers is found out later. */
export async function openConfigured(env: Place, secretKey: Buffer = secretKeyOf(env), serving?: Serving): Promise<Database> {
  const { poolSize, statementTimeoutMs } = env
  const url = serving?.databaseReadUrl
  const standbys = serving && url !== undefined ? { url, maxLagMs: serving.readMaxLagMs, log: serving.log } : undefined
  const slow =
    serving && serving.slowStatementMs > 0 ? { afterMs: serving.slowStatementMs, log: serving.log, isOn: serving.isServing } : undefined
  const at = env.databaseUrl ? { url: env.databaseUrl } : { dataDir: databaseFolderOf(env.dataDir) }
  try {
    return await openDatabase({ at, secretKey, poolSize, statementTimeoutMs, standbys, slow })
  } catch (error) {
    if (env.databaseUrl) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new EnvError(
      'DATA_DIR',
      `holds an embedded database that does not open (${reason}); restore it from a copy, or name another folder`,
      env.dataDir,
    )
  }
}

/**
 * Like `openConfigured`, for commands: refuses a server that does not answer instead of waiting. Their statements, which go over all records, take
 * as long as they take.
 */
export async function openOrRefuse(env: Omit<Place, 'statementTimeoutMs'>, secretKey?: Buffer): Promise<Database> {
  const database = await openConfigured({ ...env, statementTimeoutMs: 0 }, secretKey)
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    const reason = (error instanceof Error && error.message) || (error as { code?: string } | null)?.code || String(error)
    throw new EnvError('DATABASE_URL', `must name a PostgreSQL server that lets this service in (${reason})`)
  }
}
