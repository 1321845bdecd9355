import { takeRecords } from '../server/backup/take-records.ts'
import { readEnv } from '../server/env/env.ts'
import { openOrRefuse } from '../server/start/open-database.ts'
import { countOtherConnections, rotateKey, RotationRefused } from '../server/secret-key/rotate.ts'
import { rotationKeys } from '../server/secret-key/rotation-keys.ts'
import { runCommand } from './tooling/run-command.ts'

/**
 * Replaces the secret key: re-encrypts and reseals with SECRET_KEY everything that OLD_SECRET_KEY protects. An embedded database
 * without these variables gets a new key in its data folder. Stop the service first. An interrupted rotation resumes when run again.
 * Exits with 0 when it is complete, 1 if somebody tampered with the journal, 2 if it could not begin.
 */
async function main(): Promise<number> {
  const env = readEnv()
  const release = await takeRecords(env)
  try {
    const keys = rotationKeys(env)
    const database = await openOrRefuse({ ...env, poolSize: 1 }, keys.to)
    try {
      const others = await countOtherConnections(database)
      if (others > 0)
        throw new RotationRefused(
          `The service still has ${others} connections to this database; stop every instance, or wait until the pooler closes its connections.`,
        )
      const { isDone, unreadable } = await rotateKey(database, { ...keys, committed: progress })
      for (const one of unreadable) console.log(`Neither key decrypts this value; it stays unchanged: ${one}`)
      console.log(isDone ? 'Everything already uses the new key.' : 'Everything now uses the new key.')
    } finally {
      await database.close()
    }
    const file = keys.settle()
    if (file !== undefined) console.log(`The new key is in ${file}.`)
    return 0
  } finally {
    release()
  }
}

/** Prints a dot per committed transaction. */
function progress(): void {
  process.stderr.write('.')
}

/** Where somebody tampered with the journal; the exit code is 1 then. */
function tellFaults(error: unknown): number {
  if (!(error instanceof RotationRefused) || error.faults.length === 0) throw error
  console.error(error.message)
  for (const { tenantOid, at, kind } of error.faults) console.error(`tenant ${tenantOid}, ${at}: ${kind}`)
  return 1
}

runCommand(main().catch(tellFaults), { refusals: [RotationRefused] })
