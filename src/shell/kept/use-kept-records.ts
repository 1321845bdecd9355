import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { RequestError } from '../../../renderer/data/data-source.ts'
import type { KeptKind, KeptRecord, KeptRecords } from '../../../schemas/search.ts'
import { isOwnPath } from '../../http/abilities.ts'
import { useServices } from '../../services.ts'
import { addToast } from '../toasts/toast-state.ts'

const address = '/api/v1/keptRecords'
const paths: Record<KeptKind, string> = { favourite: '/api/v1/favourites', recent: '/api/v1/recentRecords' }

interface Kept {
  /** `undefined` until they are there, and where another service answers, which keeps none. */
  records: KeptRecords | undefined
  keep: (kind: KeptKind, entity: string, oid: string) => Promise<void>
  forget: (kind: KeptKind, entity: string, oid: string) => Promise<void>
}

/** Hook: what the person marked as favourites and opened lately, asked for once it is wanted. */
export function useKeptRecords(isWanted = true): Kept {
  const { t } = useTranslation()
  const { client, config } = useServices()
  const isKept = isOwnPath(address, config)
  const { data, mutate } = useSWR<KeptRecords | undefined, Error>(
    isWanted && isKept ? address : null,
    async (path: string) => (await client.request<{ data: KeptRecords[] }>('GET', path)).data[0],
    { shouldRetryOnError: false, dedupingInterval: 10_000 },
  )
  const write = useCallback(
    async (method: 'PUT' | 'DELETE', kind: KeptKind, { entity, oid }: { entity: string; oid: string }) => {
      if (!isKept) return
      try {
        await client.request(method, `${paths[kind]}/${encodeURIComponent(entity)}/${encodeURIComponent(oid)}`)
      } catch (error) {
        const isDone = method === 'DELETE' && error instanceof RequestError && error.status === 404
        // What was opened lately is no matter of the person's.
        if (kind === 'favourite' && !isDone) addToast('danger', t('palette.kept.failed'))
      }
      await mutate()
    },
    [client, isKept, mutate, t],
  )
  return {
    records: data,
    keep: useCallback((kind, entity, oid) => write('PUT', kind, { entity, oid }), [write]),
    forget: useCallback((kind, entity, oid) => write('DELETE', kind, { entity, oid }), [write]),
  }
}

/** What was opened lately and is no favourite, which menus show above it. */
export function otherRecent({ favourites, recent }: KeptRecords): KeptRecord[] {
  return recent.filter((one) => !favourites.some(({ entity, oid }) => entity === one.entity && oid === one.oid))
}
