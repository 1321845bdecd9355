import { operationsOn } from '../../../schemas/rights/rights.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { settingsPages } from '../../../screens/settings-pages.ts'
import { tenantRoot, type NavigationScreen } from '../../../src/screen-addresses.ts'
import type { RunningService } from '../service/service.ts'

type Entry = Pick<NavigationScreen, 'entity'>

/** The tenant of the demo world in which the platform owner opens a screen: the top tenant if its resource is available there, else a customer. */
export interface Places {
  tenantOid(entry: Entry): string
  /** URL of a page of the screen. */
  address(entry: NavigationScreen, rest?: string): string
  /** Headers for API calls on the entity's records. */
  headers(entry: Entry): Record<string, string>
  /** API path of the entity's collection or of one record, with the tenant parameter. */
  call(entry: Entry, options?: { oid?: string; query?: string }): string
}

/** The first candidate customer whose overlay has the entity's singleton record, which some overlays lack. */
async function customerWithRecord(service: RunningService, { entity }: Entry, candidates: readonly string[]): Promise<string | undefined> {
  for (const oid of candidates) {
    const answer = await service.call('owner@demo.test', entityMeta[entity].route, { headers: { 'x-overlay-oid': oid } })
    if (answer.ok) return oid
  }
  return undefined
}

export async function placesOf(service: RunningService): Promise<Places> {
  const { data } = (await (await service.call('customer@demo.test', '/api/user/v2/info')).json()) as { data: [{ tenant: { id: string } }] }
  const customer = data[0].tenant.id
  const customers = (await (await service.call('owner@demo.test', '/api/v1/customers?tenantOid=platform&size=100')).json()) as {
    data: { oid: string }[]
  }
  const tenantByEntity = new Map<string, string>()
  for (const tab of settingsPages.flatMap(({ tabs }) => Object.values(tabs)).filter(({ absentAt }) => absentAt !== undefined))
    tenantByEntity.set(
      tab.entity,
      (await customerWithRecord(
        service,
        tab,
        customers.data.map(({ oid }) => oid),
      )) ?? customer,
    )
  const tenantOid = ({ entity }: Entry): string =>
    tenantByEntity.get(entity) ?? (operationsOn(entityMeta[entity].resource, 'po').includes('read') ? 'platform' : customer)
  return {
    tenantOid,
    address: (entry, rest = '') => `${service.origin}${tenantRoot(tenantOid(entry))}/${entry.path}${rest}`,
    headers: (entry) => (entityMeta[entry.entity].scope === 'overlay' ? { 'x-overlay-oid': tenantOid(entry) } : {}),
    call: (entry, { oid, query } = {}) => {
      const { route, tenantParam = 'tenantOid' } = entityMeta[entry.entity]
      const path = oid === undefined ? route : `${route}/${encodeURIComponent(oid)}`
      return `${path}?${[`${tenantParam}=${tenantOid(entry)}`, query].filter(Boolean).join('&')}`
    },
  }
}
