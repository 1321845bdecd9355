import useSWR from 'swr'
import type { ListAnswer } from '../../../schemas/plan.ts'
import { useHost } from '../../host.tsx'
import type { ListQuery, RequestError } from '../data-source.ts'
import { listKey } from './query-keys.ts'
import { queryOptions } from './query-options.ts'

/** One page of a list as it stands now. */
export interface ListQueryState {
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
}

/** Loads a page of a list and keeps the previous one until the next has arrived. */
export function useListQuery(entity: string, query: ListQuery): ListQueryState {
  const { source } = useHost()
  const { data, error, mutate } = useSWR<Answered, RequestError, ReturnType<typeof listKey>>(
    listKey(entity, query),
    async ([, name, wanted]) => ({ query: wanted, answer: await source.list(name, wanted) }),
    { ...queryOptions, keepPreviousData: true },
  )
  const isStale = data !== undefined && JSON.stringify(data.query) !== JSON.stringify(query)
  return { answer: data?.answer, isStale, error, retry: () => void mutate() }
}
