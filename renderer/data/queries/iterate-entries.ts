import type { JournalEntry } from '../../../schemas/plan.ts'
import type { DataSource, JournalQuery } from '../data-source.ts'

/** Entries per call. */
const stepSize = 1000

/**
 * Walks a journal, newest first, 1,000 entries a call; what happens meanwhile shifts nothing. Rejects with the call's
 * `RequestError`, or the signal's reason.
 */
export async function* iterateEntries(
  source: Pick<DataSource, 'journal'>,
  query: Omit<JournalQuery, 'limit' | 'after'>,
  signal?: AbortSignal,
): AsyncGenerator<JournalEntry[], void, void> {
  let last: JournalEntry | undefined
  for (;;) {
    signal?.throwIfAborted()
    const entries = await source.journal({ ...query, limit: stepSize, ...(last && { after: last.id }) }, signal)
    if (entries.length > 0) yield entries
    last = entries.at(-1)
    if (last === undefined || entries.length < stepSize) return
  }
}
