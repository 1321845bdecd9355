import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { useServices } from '../../services.ts'
import { findTenants, isSearchable, tenantSearch } from './tenant-search.ts'
import type { FoundTenants } from './tenant-search.ts'

interface TenantSearch {
  found: FoundTenants | undefined
  /** What is shown does not answer the text yet. */
  isLoading: boolean
  hasFailed: boolean
}

/** Tenants whose name contains the text, asked for once typing pauses. What is wanted from the start is asked for at once. */
export function useTenantSearch(text: string, isActive = true): TenantSearch {
  const { client, config } = useServices()
  const [settled, setSettled] = useState(isActive && isSearchable(text) ? text : undefined)
  if (!isActive && settled !== undefined) setSettled(undefined)
  useEffect(() => {
    if (!isActive || !isSearchable(text)) return undefined
    const timer = window.setTimeout(() => setSettled(text), text === '' ? 0 : tenantSearch.delayMs)
    return () => window.clearTimeout(timer)
  }, [text, isActive])
  const { data, error, isLoading } = useSWR<FoundTenants, Error, readonly ['tenants', string] | null>(
    isActive && settled !== undefined ? ['tenants', settled.trim()] : null,
    ([, term]) => findTenants(client, config.bases.user, term),
    { keepPreviousData: true, shouldRetryOnError: false, revalidateOnFocus: false },
  )
  return { found: data, isLoading: isLoading || (isSearchable(text) && settled !== text), hasFailed: error !== undefined }
}
