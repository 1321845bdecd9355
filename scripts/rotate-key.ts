import { takeRecords } from '../server/backup/take-records.ts'
import { DataFolderInUse } from '../server/data-folder/data-folder.ts'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env/env.ts'
import { openOrRefuse } from '../server/start/open-database.ts'
import { countOtherConnections, rotateKey, RotationRefused } from '../server/secret-key/rotate.ts'
import { rotationKeys } from '../server/secret-key/rotation-keys.ts'

/**
 * Replaces the secret key: everything that OLD_SECRET_KEY encrypts and seals is under SECRET_KEY afterwards. An embedded database
 * without them gets a new key in its data folder. Stop the service first. What was cut off goes on when it is started again.
 * Ends with 0 when it is through, 1 when somebody tampered with the journal, 2 when it could not begin.
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
          `Copies of the service have ${others} connections to this database; stop all of them, or wait until a pooler between has closed theirs.`,
        )
      const { isDone, unreadable } = await rotateKey(database, { ...keys, committed: progress })
      for (const one of unreadable) console.log(`opened with neither key, and stays as it is: ${one}`)
      console.log(isDone ? 'Everything is under the new key already.' : 'Everything is under the new key.')
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

/** A dot per transaction, as long as it works. */
function progress(): void {
  process.stderr.write('.')
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isSentence = error instanceof EnvError || error instanceof DataFolderInUse || error instanceof RotationRefused
    console.error(isSentence ? error.message : error)
    const faults = error instanceof RotationRefused ? error.faults : []
    for (const { tenantOid, at, kind } of faults) console.error(`tenant ${tenantOid}, ${at}: ${kind}`)
    process.exit(faults.length > 0 ? 1 : 2)
  },
)
