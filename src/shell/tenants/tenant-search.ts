import { contains } from '../../../renderer/data/filters/rsql.ts'
import type { TenantHit, TenantsAnswer } from '../../../schemas/tenancy.ts'
import type { HttpClient } from '../../http/client.ts'

/** S0 section 9 "Tenant search". */
export const tenantSearch = { pageSize: 10, firstPage: 0, delayMs: 500, minimumLetters: 2 }

export interface FoundTenants {
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
export async function findTenants(client: HttpClient, userBase: string, text: string): Promise<FoundTenants> {
  const { pageSize, firstPage } = tenantSearch
  const term = text.trim()
  const query = { page: firstPage, size: pageSize, filter: term === '' ? undefined : contains('name', term) }
  const { data } = await client.request<TenantsAnswer>('GET', `${userBase}/v2/tenants`, { query })
  return { tenants: data.slice(0, pageSize), hasMore: data.length > pageSize }
}
