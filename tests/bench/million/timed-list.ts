import type { ListAnswer } from '../../../schemas/plan.ts'
import type { RunningService } from '../../support/service/service.ts'

/** A service, and the token and tenant of the calls. */
export interface ApiClient {
  service: RunningService
  token: string
  /** @default 'platform' */
  tenantOid?: string
}

/** Lists appliances; returns the duration and the response body. */
export async function timedList(
  { service, token, tenantOid = 'platform' }: ApiClient,
  query: Record<string, string>,
): Promise<{ ms: number; page: ListAnswer }> {
  const start = performance.now()
  const response = await fetch(`${service.origin}/api/inventory/v1/appliances/${tenantOid}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const page = (await response.json()) as ListAnswer
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(page).slice(0, 300)}`)
  return { ms: performance.now() - start, page }
}
