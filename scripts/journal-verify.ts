import { takeRecords } from '../server/backup/take-records.ts'
import { DataFolderInUse } from '../server/data-folder/data-folder.ts'
import { EnvError } from '../server/env/env-error.ts'
import { readEnv } from '../server/env/env.ts'
import { verifyJournal, type JournalFault, type JournalVerdict } from '../server/journal/verify.ts'
import { openOrRefuse } from '../server/start/open-database.ts'
import { checkKey } from '../server/secret-key/check-key.ts'
import { keyState } from '../server/secret-key/key-state.ts'

/** Nothing to look at yet. */
class Unready extends Error {
  override message = 'The database is empty, or of an earlier version; start the service on it once.'
}

const WORDS: Record<JournalFault['kind'], string> = {
  changed: 'the entry is not the one that was written',
  gap: 'entries before it are missing',
  end: 'the chain does not end where it was sealed',
  missing: 'the record has no history, or one that ends before its last change',
}

/**
 * Follows the journal of every tenant and says what was tampered with. Ends with 0 when all is whole, 1 with faults, 2 when it
 * could not look. An embedded database belongs to one process: stop the service first.
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

/** Answers the exit code. */
function printVerdict({ chains, entries, waiting, faults }: JournalVerdict): number {
  for (const { kind, tenantOid, at: place } of faults) console.log(`tenant ${tenantOid}, ${place}: ${WORDS[kind]}`)
  if (waiting > 0) console.log(`${waiting} chains are of an earlier version; the next start of the service seals them anew`)
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
