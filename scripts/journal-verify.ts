import { join } from 'node:path'
import { DataFolderInUse, keyOfDataFolder, lockDataFolder } from '../server/data-folder.ts'
import { openDatabase } from '../server/db/database.ts'
import { EnvError, readEnv } from '../server/env.ts'
import { verifyJournal, type JournalFault } from '../server/journal/verify.ts'

/**
 * Follows the journal of every tenant and says what was tampered with. Ends with 0 when all is whole, 1 with faults, 2 when it
 * could not look. An embedded database belongs to one process: stop the service first.
 */
const WORDS: Record<JournalFault['kind'], string> = {
  changed: 'the entry is not the one that was written',
  gap: 'entries before it are missing',
  end: 'the chain does not end where it was sealed',
  missing: 'the record has no history, or one that ends before its last change',
}

async function main(): Promise<number> {
  const env = readEnv()
  const release = env.databaseUrl === undefined ? await lockDataFolder(env.dataDir) : () => undefined
  const at = env.databaseUrl === undefined ? { dataDir: join(env.dataDir, 'database') } : { url: env.databaseUrl }
  const database = await openDatabase({ at, secretKey: env.secretKey ?? keyOfDataFolder(env.dataDir) })
  try {
    const { chains, entries, faults } = await verifyJournal(database)
    for (const { kind, tenantOid, at: place } of faults) console.log(`tenant ${tenantOid}, ${place}: ${WORDS[kind]}`)
    console.log(`${entries} entries in ${chains} chains, ${faults.length} faults`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await database.close()
    release()
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const expected = error instanceof EnvError || error instanceof DataFolderInUse
    console.error(expected ? error.message : error)
    process.exit(2)
  },
)
