import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { contains } from '../../../renderer/data/filters/rsql.ts'
import type { TenantHit, TenantsAnswer } from '../../../schemas/tenancy.ts'
import type { HttpClient } from '../../http/client.ts'
import { useServices } from '../../services.ts'

/** S0 section 9 "Tenant search". */
const tenantSearch = { pageSize: 10, firstPage: 0, delayMs: 500, minimumLetters: 2 }

interface FoundTenants {
  tenants: TenantHit[]
  /** There are more than these. */
  hasMore: boolean
}

/** Whether a text is searched for: nothing at all, or two letters and more. */
export function isSearchable(text: string): boolean {
  const { length } = text.trim()
  return length === 0 || length >= tenantSearch.minimumLetters
}

/** Asks for the first tenants whose name contains the text. The service sends one more where there are more. */
async function findTenants(client: HttpClient, userBase: string, text: string): Promise<FoundTenants> {
  const { pageSize, firstPage } = tenantSearch
  const term = text.trim()
  const query = { page: firstPage, size: pageSize, filter: term === '' ? undefined : contains('name', term) }
  const { data } = await client.request<TenantsAnswer>('GET', `${userBase}/v2/tenants`, { query })
  return {
    tenants: data.slice(0, pageSize).map((tenant) => ({ ...tenant, ancestors: tenant.ancestors ?? [] })),
    hasMore: data.length > pageSize,
  }
}

/** The answer to a search for tenants. */
export interface TenantSearch {
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
