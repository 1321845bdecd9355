import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { isEntityName } from '../../../schemas/generated/entity-names.ts'
import { searchLimits, type SearchGroup } from '../../../schemas/search.ts'
import { isOwnPath } from '../../http/abilities.ts'
import { loadTexts } from '../../i18n/load-texts.ts'
import { learnTexts } from '../../i18n/texts.ts'
import { useServices } from '../../services.ts'

const address = '/api/v1/search'
/** Pause in typing before the service is asked. */
const delayMs = 120

interface RecordSearch {
  groups: readonly SearchGroup[]
  /** What is shown does not answer the text yet. */
  isLoading: boolean
  hasFailed: boolean
}

/** Hook: records of every entity that a text finds in the tenant and below, asked for once typing pauses. Other services have no such call. */
export function useRecordSearch(typed: string, tenantOid: string | undefined): RecordSearch {
  const { client, config } = useServices()
  const term = typed.trim().slice(0, searchLimits.maxLetters)
  const isWanted = tenantOid !== undefined && term.length >= searchLimits.minLetters && isOwnPath(address, config)
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (!isWanted) return undefined
    const timer = window.setTimeout(() => setSettled(term), delayMs)
    return () => window.clearTimeout(timer)
  }, [term, isWanted])
  const { data, error, isLoading } = useSWR<SearchGroup[], Error, readonly ['search', string, string] | null>(
    isWanted && settled.length >= searchLimits.minLetters ? ['search', tenantOid, settled] : null,
    async ([, tenant, text]) => {
      const query = { term: text, ...(tenant !== 'all' && { tenantOid: tenant }) }
      const { data: groups } = await client.request<{ data: SearchGroup[] }>('GET', address, { query })
      // States are shown by their names.
      await learnTexts(loadTexts, groups.map(({ entity }) => entity).filter(isEntityName))
      return groups
    },
    { keepPreviousData: true, shouldRetryOnError: false, revalidateOnFocus: false },
  )
  return {
    groups: isWanted ? (data ?? []) : [],
    isLoading: isWanted && (isLoading || settled !== term),
    hasFailed: isWanted && error !== undefined,
  }
}
