import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { EnvError } from '../../env/env-error.ts'
import type { JournalRetention } from './archiving-task.ts'

/** Makes the folder of the archive; throws `EnvError` where it cannot be used. */
export function prepareArchive(retention: JournalRetention): void {
  try {
    mkdirSync(retention.folder, { recursive: true, mode: 0o700 })
  } catch {
    throw unusable(retention)
  }
  checkArchiveFolder(retention)
}

/** Throws `EnvError` where the folder cannot be used; one that is not there yet is made by the start. */
export function checkArchiveFolder(retention: JournalRetention): void {
  let { folder } = retention
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw unusable(retention)
  }
  if (!statSync(folder).isDirectory()) throw unusable(retention)
}

function unusable({ folder }: JournalRetention): EnvError {
  return new EnvError('JOURNAL_ARCHIVE_DIR', 'must be a folder that this process may write to', folder)
}
