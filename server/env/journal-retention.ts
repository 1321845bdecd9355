import { join, resolve } from 'node:path'
import type { JournalRetention } from '../journal/archive/archiving-task.ts'
import { EnvError } from './env-error.ts'
import type { Take } from './problems.ts'
import { integer, type Source } from './values.ts'

/** How long the journal is kept; `undefined`: for ever. The embedded database's archive is a folder beside it unless another one is named. */
export function journalRetention(
  source: Source,
  { take, dataDir, isAtServer }: { take: Take; dataDir: string; isAtServer: boolean },
): JournalRetention | undefined {
  const given = source['JOURNAL_ARCHIVE_DIR'] || undefined
  if (!source['JOURNAL_RETENTION']) return undefined
  const months = take(() => integer(source, 'JOURNAL_RETENTION', { from: 1, to: 1_200, otherwise: 0 }), 0)
  if (months === 0) return undefined
  return take(() => {
    if (given === undefined && isAtServer)
      throw new EnvError(
        'JOURNAL_ARCHIVE_DIR',
        'must name the folder for what is older than JOURNAL_RETENTION; every copy of the service needs the same',
      )
    return { months, folder: given === undefined ? join(dataDir, 'journal-archive') : resolve(given) }
  }, undefined)
}
