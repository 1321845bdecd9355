import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { codeOf } from '../db/errors.ts'
import { EVERYTHING } from '../db/scope.ts'
import type { JournalVerdict } from './verify.ts'

/** A table that an earlier version lacks, and a server that takes no writes. */
const NOT_KEPT = ['42P01', '25006', '42501']

/** Keeps what the last verification of the journal found, for the operations page; a copy that only reads is verified all the same. */
export async function keepVerdict(database: Database, { chains, entries, faults }: JournalVerdict): Promise<void> {
  try {
    await database.transaction(EVERYTHING, (queries) =>
      sql`insert into journal_verification (at, chains, entries, faults) values (now(), ${chains}, ${entries}, ${faults.length})
        on conflict (only_row) do update set at = excluded.at, chains = excluded.chains, entries = excluded.entries,
          faults = excluded.faults`.execute(queries),
    )
  } catch (error) {
    if (!NOT_KEPT.includes(codeOf(error))) throw error
  }
}
