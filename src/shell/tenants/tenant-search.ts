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

/** What tenants are searched for. */
interface TenantWish {
  /** Only those where the person may add records of this resource. */
  creates: string
  /** The same of one tenant, where the service of tenants does not know the parameter. Absent: it does. */
  mayCreate: ((tenantOid: string) => Promise<boolean>) | undefined
}

/** Whether a text is searched for: nothing at all, or two letters and more. */
export function isSearchable(text: string): boolean {
  const { length } = text.trim()
  return length === 0 || length >= tenantSearch.minimumLetters
}

interface Search {
  client: HttpClient
  userBase: string
  text: string
  wish: TenantWish | undefined
}

/** Asks for the first tenants whose name contains the text. The service sends one more where there are more. */
async function findTenants({ client, userBase, text, wish }: Search): Promise<FoundTenants> {
  const { pageSize, firstPage } = tenantSearch
  const term = text.trim()
  const isFiltered = wish !== undefined && wish.mayCreate === undefined
  const query = {
    page: firstPage,
    size: pageSize,
    filter: term === '' ? undefined : contains('name', term),
    ...(isFiltered && { creates: wish.creates }),
  }
  const { data, meta } = await client.request<TenantsAnswer>('GET', `${userBase}/v2/tenants`, { query })
  const offered = await allowed(data.slice(0, pageSize), wish?.mayCreate)
  return {
    tenants: offered.map((tenant) => ({ ...tenant, ancestors: tenant.ancestors ?? [] })),
    hasMore: data.length > pageSize || meta?.isCut === true,
  }
}

async function allowed(tenants: readonly TenantHit[], mayCreate: TenantWish['mayCreate']): Promise<readonly TenantHit[]> {
  if (mayCreate === undefined) return tenants
  const answers = await Promise.all(tenants.map(({ oid }) => mayCreate(oid)))
  return tenants.filter((_, index) => answers[index] === true)
}

/** The answer to a search for tenants. */
export interface TenantSearch {
  found: FoundTenants | undefined
  /** What is shown does not answer the text yet. */
  isLoading: boolean
  hasFailed: boolean
}

interface SearchOptions {
  /** @default true */
  isActive?: boolean
  /** @default any tenant */
  wish?: TenantWish
}

/** Tenants whose name contains the text, asked for once typing pauses. What is wanted from the start is asked for at once. */
export function useTenantSearch(text: string, { isActive = true, wish }: SearchOptions = {}): TenantSearch {
  const { client, config } = useServices()
  const [settled, setSettled] = useState(isActive && isSearchable(text) ? text : undefined)
  if (!isActive && settled !== undefined) setSettled(undefined)
  useEffect(() => {
    if (!isActive || !isSearchable(text)) return undefined
    const timer = window.setTimeout(() => setSettled(text), text === '' ? 0 : tenantSearch.delayMs)
    return () => window.clearTimeout(timer)
  }, [text, isActive])
  const { data, error, isLoading } = useSWR<FoundTenants, Error, readonly ['tenants', string, string] | null>(
    isActive && settled !== undefined ? ['tenants', settled.trim(), wish?.creates ?? ''] : null,
    ([, term]) => findTenants({ client, userBase: config.bases.user, text: term, wish }),
    { keepPreviousData: true, shouldRetryOnError: false, revalidateOnFocus: false },
  )
  return { found: data, isLoading: isLoading || (isSearchable(text) && settled !== text), hasFailed: error !== undefined }
}
