import useSWR, { type Revalidator, type RevalidatorOptions } from 'swr'
import { useCallback, useEffect, useState } from 'react'
import type { JournalEntry, ListAnswer, ServedRecord } from '../../../schemas/plan.ts'
import { useHost } from '../../host.tsx'
import type { Figures, FiguresQuery, JournalPage, JournalQuery, ListQuery, RequestError } from '../data-source.ts'
import type { MatrixAnswer } from '../../../schemas/matrix.ts'

/** One page of a list as it stands now. */
interface ListQueryState {
  /** The last answer; of an earlier query while `isStale`, and beside an `error`. */
  answer: ListAnswer | undefined
  /** The answer is not of this query. */
  isStale: boolean
  error: RequestError | undefined
  retry: () => void
}

interface Answered {
  query: ListQuery
  answer: ListAnswer
  /** When it came, where its rows are still to be counted: equal rows may come with another count. */
  at?: number
}

/**
 * Loads a page of a list and keeps the previous one until the next has arrived; nothing as long as there is no query. Rows that a filter finds
 * need not wait for their count.
 */
export function useListQuery(entity: string, query: ListQuery | undefined): ListQueryState {
  const { source } = useHost()
  // Rows that came before the page are drawn with it.
  const [ahead] = useState<Answered | undefined>(() => {
    const answer = query && source.listAhead?.(entity, query)
    return answer && { query, answer }
  })
  const { data, error, mutate } = useSWR<Answered, RequestError, ReturnType<typeof listKey> | undefined>(
    query && listKey(entity, query),
    async ([, name, wanted]) => {
      const answer = await source.list(name, wanted.filter === undefined ? wanted : { ...wanted, isCountedLater: true })
      return { query: wanted, answer, ...(answer.meta.countable && { at: performance.now() }) }
    },
    { ...recoveringOptions, keepPreviousData: true, ...(ahead && query && isSame(ahead.query, query) && { fallbackData: ahead }) },
  )
  const isStale = data !== undefined && query !== undefined && !isSame(data.query, query)
  const counted = useCounted(entity, data)
  return { answer: counted ?? data?.answer, isStale, error, retry: () => void mutate() }
}

/** The same page with its exact count, once that has come; undefined where nothing is to be counted. */
function useCounted(entity: string, data: Answered | undefined): ListAnswer | undefined {
  const { source } = useHost()
  const [counted, setCounted] = useState<{ of: Answered; answer: ListAnswer }>()
  useEffect(() => {
    if (data?.answer.meta.countable !== true) return undefined
    const left = new AbortController()
    // Without an answer the lower bound stays.
    source.list(entity, data.query, left.signal).then(
      (answer) => left.signal.aborted || setCounted({ of: data, answer }),
      () => undefined,
    )
    return () => left.abort()
  }, [source, entity, data])
  return counted?.of === data ? counted?.answer : undefined
}

const isSame = (one: ListQuery, other: ListQuery): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/** Cache keys of the query hooks. The second element is what `useRefresh` matches, so it is always the entity or theme. */
export const listKey = (entity: string, query: ListQuery) => ['list', entity, query] as const
const oneKey = (entity: string, oid: string, tenantOid: string) => ['one', entity, oid, tenantOid] as const
/** In place of the theme: the journal over all entities. */
export const everyJournal = '*'
const journalKey = (query: JournalQuery) => ['journal', query.theme ?? everyJournal, query] as const
const matrixKey = (entity: string, tenantOid: string, visit: number) => ['matrix', entity, tenantOid, visit] as const
const figuresKey = (entity: string, query: FiguresQuery) => ['figures', entity, query] as const

/** Options of all query hooks: the HTTP layer retries (S0 section 9), so the cache does not. */
export const queryOptions = {
  shouldRetryOnError: false,
  focusThrottleInterval: 30_000,
} as const

/** Pause before a page asks again for what no working service answered; doubled each time, up to the longest. */
const firstPauseMs = 5_000
const longestPauseMs = 60_000

/** No answer, or one that says that there is no service at the moment. A 500 is a fault, which asking again does not mend. */
const outageStatuses = new Set([0, 502, 503, 504])
/** Pauses under way, by cache key. */
const pauses = new Map<string, ReturnType<typeof setTimeout>>()

/** What SWR calls `onErrorRetry` with, of whatever query. */
type RetryArguments = [error: unknown, key: string, options: unknown, revalidate: Revalidator, revalidation: Required<RevalidatorOptions>]

/**
 * Options of queries that show how things stand now: once the retries of a call are used up because there is no working service, the
 * page asks again by itself from time to time. Not for records that are being edited, which must not change meanwhile.
 */
const recoveringOptions = {
  ...queryOptions,
  shouldRetryOnError: ({ status }: RequestError) => outageStatuses.has(status),
  onErrorRetry: (...[, key, , revalidate, { retryCount }]: RetryArguments) => {
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (retryCount - 1))
    // Whoever presses "Try again" in between replaces the pause; they do not add up.
    clearTimeout(pauses.get(key))
    // Consoles that lost the same service at the same moment do not come back to it at the same moment.
    const pause = setTimeout(
      () => {
        pauses.delete(key)
        void revalidate({ retryCount })
      },
      pauseMs * (0.5 + Math.random() / 2),
    )
    pauses.set(key, pause)
  },
}

/** One record as it stands now. */
interface OneQueryState {
  record: ServedRecord | undefined
  error: RequestError | undefined
  retry: () => void
}

/** Loads one record. `oid` undefined: do not load (a record that is being created). `visit`: bypasses what was cached before this visit. */
export function useOneQuery(entity: string, oid: string | undefined, visit?: string): OneQueryState {
  const { source, tenant } = useHost()
  const key = oid === undefined ? null : ([...oneKey(entity, oid, tenant.oid), ...(visit === undefined ? [] : [visit])] as const)
  const { data, error, mutate } = useSWR<ServedRecord, RequestError, typeof key>(
    key,
    ([, name, wanted, tenantOid]) => source.one(name, wanted, tenantOid),
    // A record must not change while it is edited; the editor fetches again when it wants to.
    { ...queryOptions, revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  return { record: data, error, retry: () => void mutate() }
}

/** A page of journal entries, as loaded so far. */
interface JournalQueryState {
  entries: JournalEntry[] | undefined
  /** ISO 8601; earlier entries are in an archive. */
  archivedBefore: string | undefined
  /** Of the journal over all entities: those that it may show. */
  entities: string[] | undefined
  error: RequestError | undefined
  isStale: boolean
  retry: () => void
}

/** Loads a page of the journal, newest first, and keeps the previous one until the next has arrived. `null`: loads nothing. */
export function useJournalQuery(query: JournalQuery | null): JournalQueryState {
  const { source } = useHost()
  const { data, error, isLoading, mutate } = useSWR<JournalPage, RequestError, ReturnType<typeof journalKey> | null>(
    query && journalKey(query),
    ([, , wanted]) => source.journal(wanted),
    { ...recoveringOptions, keepPreviousData: true },
  )
  const isStale = data !== undefined && isLoading
  return {
    entries: data?.entries,
    archivedBefore: data?.archivedBefore,
    entities: data?.entities,
    error,
    isStale,
    retry: () => void mutate(),
  }
}

/** Figures as they stand now. */
interface FiguresState {
  /** The last answer; of other filters until the next has arrived, and beside an `error`. */
  figures: Figures | undefined
  error: RequestError | undefined
  retry: () => void
}

/** Loads figures and keeps the previous ones until the next have arrived. */
export function useFiguresQuery(entity: string, query: FiguresQuery): FiguresState {
  const { source } = useHost()
  const { data, error, mutate } = useSWR<Figures, RequestError, ReturnType<typeof figuresKey>>(
    figuresKey(entity, query),
    ([, , wanted]) => source.figures(wanted),
    { ...recoveringOptions, keepPreviousData: true },
  )
  return { figures: data, error, retry: () => void mutate() }
}

/** A matrix as it stands now. */
interface MatrixState {
  answer: MatrixAnswer | undefined
  error: RequestError | undefined
  /** Fetches again. */
  reload: () => void
}

let visits = 0

/** Loads the records of all pairs. Every visit fetches again, and the cache drops the answer afterwards: it is large and soon outdated. */
export function useMatrixQuery(entity: string): MatrixState {
  const { source, tenant } = useHost()
  const [visit] = useState(() => ++visits)
  const { data, error, mutate } = useSWR<MatrixAnswer, RequestError, ReturnType<typeof matrixKey>>(
    matrixKey(entity, tenant.oid, visit),
    ([, name, tenantOid]) => source.matrix(name, tenantOid),
    queryOptions,
  )
  const reload = useCallback(() => void mutate(), [mutate])
  // Rejects if the cache itself was unmounted together with the page.
  useEffect(() => () => void mutate(undefined, { revalidate: false }).catch(() => undefined), [mutate])
  return { answer: data, error, reload }
}
