import useSWR from 'swr'
import { useHost } from '../../host.tsx'
import type { Figures, FiguresQuery, RequestError } from '../data-source.ts'
import { figuresKey } from './query-keys.ts'
import { queryOptions } from './query-options.ts'

/** Figures as they stand now. */
export interface FiguresState {
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
    { ...queryOptions, keepPreviousData: true },
  )
  return { figures: data, error, retry: () => void mutate() }
}
