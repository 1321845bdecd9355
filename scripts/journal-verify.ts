import { takeRecords } from '../server/backup/take-records.ts'
import { DataFolderInUse } from '../server/data-folder/data-folder.ts'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env/env.ts'
import { verifyJournal, type JournalFault, type JournalVerdict } from '../server/journal/verify.ts'
import { openOrRefuse } from '../server/start/open-database.ts'
import { checkKey } from '../server/secret-key/check-key.ts'
import { keyState } from '../server/secret-key/key-state.ts'

/** The database has no journal to verify yet. */
class Unready extends Error {
  override message = 'The database is empty or was created by an earlier version; start the service on it once.'
}

const MESSAGES: Record<JournalFault['kind'], string> = {
  changed: 'the entry was changed after it was written',
  gap: 'entries before it are missing',
  end: 'the chain does not end at its sealed last entry',
  missing: 'the record has no history, or its history ends before its last change',
}

/**
 * Verifies the journal of every tenant and prints what was tampered with. Exits with 0 if it is intact, 1 on faults, 2 if it
 * could not run. Only one process can open an embedded database: stop the service first.
 */
async function main(): Promise<number> {
  const env = readEnv()
  const release = await takeRecords(env)
  try {
    const database = await openOrRefuse(env)
    try {
      await checkKey(database, env)
      if ((await keyState(database)) === undefined) throw new Unready()
      return printVerdict(await verifyJournal(database))
    } finally {
      await database.close()
    }
  } finally {
    release()
  }
}

/** Returns the exit code. */
function printVerdict({ chains, entries, waiting, faults }: JournalVerdict): number {
  for (const { kind, tenantOid, at: place } of faults) console.log(`tenant ${tenantOid}, ${place}: ${MESSAGES[kind]}`)
  if (waiting > 0) console.log(`${waiting} chains were written by an earlier version; the next start of the service reseals them`)
  console.log(`${entries} entries in ${chains} chains, ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const expected = error instanceof EnvError || error instanceof DataFolderInUse || error instanceof Unready
    console.error(expected ? error.message : error)
    process.exit(2)
  },
)
