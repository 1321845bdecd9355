import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { withRecords } from '../server/backup/with-records.ts'
import { readEnv } from '../server/env/env.ts'
import { verifyArchive, type ArchiveFault, type ArchiveVerdict } from '../server/journal/archive/verify-archive.ts'
import { keepVerdict } from '../server/journal/keep-verdict.ts'
import type { JournalFault } from '../server/journal/journal-fault.ts'
import { verifyJournal, type JournalVerdict } from '../server/journal/verify.ts'
import { keyState } from '../server/secret-key/key-state.ts'
import { runCommand } from './tooling/run-command.ts'

/** The database has no journal to verify yet. */
class Unready extends Error {
  override message = 'The database is empty or was created by an earlier version; start the service on it once.'
}

const MESSAGES: Record<JournalFault['kind'], string> = {
  changed: 'the entry was changed after it was written',
  gap: 'entries before it are missing',
  end: 'the chain does not end at its sealed last entry',
  missing: 'the record has no history, or its history ends before its last change',
  archived: 'what says where its archived part ends was changed',
  file: 'what says which files the archive has was changed',
}

const ARCHIVE_MESSAGES: Record<ArchiveFault['kind'], string> = {
  absent: 'the file is not there',
  altered: 'the file is not the one that was written',
  broken: 'the entry does not follow the one before it',
  apart: 'the archived part does not end where the journal goes on',
  missing: 'the last change of the record is neither in the journal nor in the archive',
}

const USAGE = 'Usage: npm run journal:verify [-- --archive <folder>]'

/** What is to be verified cannot be. */
class Refused extends Error {}

/**
 * `npm run journal:verify -- [--archive <folder>]`: verifies the journal of every tenant, and the files of what is archived of it, and prints
 * what was tampered with. Exits with 0 if it is intact, 1 on faults, 2 if it could not run. Only one process can open an embedded database:
 * stop the service first.
 */
async function main(args: readonly string[]): Promise<number> {
  const folder = archiveFolder(args)
  return withRecords(readEnv(process.env, []), async (database) => {
    if ((await keyState(database)) === undefined) throw new Unready()
    const verdict = await verifyJournal(database)
    await keepVerdict(database, verdict)
    const code = printVerdict(verdict, folder)
    return folder === undefined ? code : Math.max(code, printArchive(await verifyArchive(database, folder)))
  })
}

/** The folder that the arguments name. */
function archiveFolder(args: readonly string[]): string | undefined {
  const [option, folder, ...more] = args
  if (option === undefined) return undefined
  if (option !== '--archive' || folder === undefined || more.length > 0) throw new Refused(USAGE)
  if (!existsSync(folder)) throw new Refused(`${resolve(folder)} does not exist.`)
  return resolve(folder)
}

/** Returns the exit code. */
function printVerdict({ chains, entries, waiting, archivedRecords, faults }: JournalVerdict, folder: string | undefined): number {
  for (const { kind, tenantOid, at: place } of faults)
    console.log(`${kind === 'file' ? 'archive' : `tenant ${tenantOid}`}, ${place}: ${MESSAGES[kind]}`)
  if (archivedRecords > 0 && folder === undefined)
    console.log(`the history of ${archivedRecords} records is in the archive only; -- --archive <folder> verifies it`)
  if (waiting > 0) console.log(`${waiting} chains were written by an earlier version; the next start of the service reseals them`)
  console.log(`${entries} entries in ${chains} chains, ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

/** Returns the exit code. */
function printArchive({ files, entries, unknown, underEarlierKeys, faults }: ArchiveVerdict): number {
  for (const { kind, of, at: place } of faults) console.log(`archive, ${of}${place === '' ? '' : `, ${place}`}: ${ARCHIVE_MESSAGES[kind]}`)
  for (const name of unknown) console.log(`archive, ${name}: no part of this journal; it may be removed`)
  if (underEarlierKeys > 0) console.log(`${underEarlierKeys} files were signed with an earlier key; they are verified by their digests`)
  console.log(`${entries} archived entries in ${files} files, ${faults.length} faults`)
  return faults.length === 0 ? 0 : 1
}

runCommand(main(process.argv.slice(2)), { refusals: [Unready, Refused] })
