import useSWR from 'swr'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { useHost } from '../../host.tsx'
import type { RequestError } from '../data-source.ts'
import { oneKey } from './query-keys.ts'
import { queryOptions } from './query-options.ts'

/** One record as it stands now. */
export interface OneQueryState {
  record: ServedRecord | undefined
  error: RequestError | undefined
  retry: () => void
}

/** Loads one record. `oid` undefined: do not load (a record that is being created). `visit`: what others loaded before does not count. */
export function useOneQuery(entity: string, oid: string | undefined, visit?: string): OneQueryState {
  const { source, tenant } = useHost()
  const key = oid === undefined ? null : ([...oneKey(entity, oid, tenant.oid), ...(visit === undefined ? [] : [visit])] as const)
  const { data, error, mutate } = useSWR<ServedRecord, RequestError, typeof key>(
    key,
    ([, name, wanted, tenantOid]) => source.one(name, wanted, tenantOid),
    // A record under edit must not change beneath its form; the form asks again where it wants to.
    { ...queryOptions, revalidateOnFocus: false, revalidateOnReconnect: false },
  )
  return { record: data, error, retry: () => void mutate() }
}
