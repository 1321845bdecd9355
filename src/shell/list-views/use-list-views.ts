import { useCallback } from 'react'
import useSWR from 'swr'
import type { ListView, ListViews } from '../../../schemas/list-views.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { useServices } from '../../services.ts'

/** Where the service keeps views of lists. */
export const listViewsAddress = '/api/v1/listViews'

/** Hook: the views of a list that the person may use in a tenant, and the calls that change them. */
export function useListViews(entity: string, tenantOid: string) {
  const { client } = useServices()
  const { data, error, mutate } = useSWR<ListViews, Error>(
    [listViewsAddress, entity, tenantOid],
    () => client.request<ListViews>('GET', listViewsAddress, { query: { entity, ...(tenantOid !== 'all' && { tenantOid }) } }),
    { shouldRetryOnError: false },
  )
  const send = useCallback(
    async (method: 'POST' | 'PATCH', path: string, view: Rec): Promise<ListView> => {
      try {
        const body = { data: [{ ...view, ...(tenantOid !== 'all' && { tenantOid }) }] }
        const answer = await client.request<{ data: [ListView] }>(method, path, { body })
        return answer.data[0]
      } finally {
        await mutate()
      }
    },
    [client, mutate, tenantOid],
  )
  return {
    views: data?.data,
    can: data?.meta.can,
    hasFailed: error !== undefined,
    create: useCallback((view: Rec) => send('POST', listViewsAddress, { entity, ...view }), [send, entity]),
    change: useCallback(
      ({ oid, revision }: ListView, view: Rec) => send('PATCH', `${listViewsAddress}/${oid}`, { revision, ...view }),
      [send],
    ),
    remove: useCallback(
      async ({ oid, revision }: ListView) => {
        try {
          await client.request('DELETE', `${listViewsAddress}/${oid}`, { query: { revision } })
        } finally {
          await mutate()
        }
      },
      [client, mutate],
    ),
  }
}
