import useSWR from 'swr'
import type { JournalEntry } from '../../../schemas/plan.ts'
import { useHost } from '../../host.tsx'
import type { JournalQuery, RequestError } from '../data-source.ts'
import { journalKey } from './query-keys.ts'
import { queryOptions } from './query-options.ts'

/** A page of journal entries, as loaded so far. */
export interface JournalQueryState {
  entries: JournalEntry[] | undefined
  error: RequestError | undefined
  isStale: boolean
  retry: () => void
}

/** Loads a page of the journal, newest first, and keeps the previous one until the next has arrived. `null`: loads nothing. */
export function useJournalQuery(query: JournalQuery | null): JournalQueryState {
  const { source } = useHost()
  const { data, error, isLoading, mutate } = useSWR<JournalEntry[], RequestError, ReturnType<typeof journalKey> | null>(
    query && journalKey(query),
    ([, , wanted]) => source.journal(wanted),
    { ...queryOptions, keepPreviousData: true },
  )
  return { entries: data, error, isStale: data !== undefined && isLoading, retry: () => void mutate() }
}
