import { useCallback } from 'react'
import useSWR from 'swr'
import type { MatrixAnswer } from '../../schemas/matrix.ts'
import { useHost } from '../host.tsx'
import type { RequestError } from './data-source.ts'
import { matrixKey } from './query-keys.ts'
import { queryOptions } from './query-options.ts'

/** A matrix as it stands now. */
export interface MatrixState {
  answer: MatrixAnswer | undefined
  error: RequestError | undefined
  /** Asks the service once more. */
  reload: () => void
  /** What was answered is old: the next visit does not begin with it. */
  forget: () => void
}

/** Loads the records of all pairs. */
export function useMatrixQuery(entity: string): MatrixState {
  const { source, tenant } = useHost()
  const { data, error, mutate } = useSWR<MatrixAnswer, RequestError, ReturnType<typeof matrixKey>>(
    matrixKey(entity, tenant.oid),
    ([, name, tenantOid]) => source.matrix(name, tenantOid),
    queryOptions,
  )
  const reload = useCallback(() => void mutate(), [mutate])
  const forget = useCallback(() => void mutate(undefined, { revalidate: false }), [mutate])
  return { answer: data, error, reload, forget }
}
