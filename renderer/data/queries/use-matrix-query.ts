import { useCallback, useEffect, useState } from 'react'
import useSWR from 'swr'
import type { MatrixAnswer } from '../../../schemas/matrix.ts'
import { useHost } from '../../host.tsx'
import type { RequestError } from '../data-source.ts'
import { matrixKey } from './query-keys.ts'
import { queryOptions } from './query-options.ts'

/** A matrix as it stands now. */
export interface MatrixState {
  answer: MatrixAnswer | undefined
  error: RequestError | undefined
  /** Asks the service once more. */
  reload: () => void
}

let visits = 0

/** Loads the records of all pairs. Every visit asks anew: an answer does not hold what is written after it, and it is large. */
export function useMatrixQuery(entity: string): MatrixState {
  const { source, tenant } = useHost()
  const [visit] = useState(() => ++visits)
  const { data, error, mutate } = useSWR<MatrixAnswer, RequestError, ReturnType<typeof matrixKey>>(
    matrixKey(entity, tenant.oid, visit),
    ([, name, tenantOid]) => source.matrix(name, tenantOid),
    queryOptions,
  )
  const reload = useCallback(() => void mutate(), [mutate])
  // Where the cache goes with the page, nothing is left to let go.
  useEffect(() => () => void mutate(undefined, { revalidate: false }).catch(() => undefined), [mutate])
  return { answer: data, error, reload }
}
