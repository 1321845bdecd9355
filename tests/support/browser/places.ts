import { operationsOn } from '../../../schemas/rights/rights.ts'
import { entityMeta } from '../../../schemas/generated/entity-meta.ts'
import { settingsPages } from '../../../screens/settings-pages.ts'
import { tenantRoot, type NavigationScreen } from '../../../src/screen-addresses.ts'
import type { RunningService } from '../service/service.ts'

type Entry = Pick<NavigationScreen, 'entity'>

/** Where in the demo world the platform owner tries a screen out: at the top where its resource is open there, else at a customer. */
export interface Places {
  tenantOid(entry: Entry): string
  /** Address of a page of the screen. */
  address(entry: NavigationScreen, rest?: string): string
  /** Headers that every call on the entity's records carries. */
  headers(entry: Entry): Record<string, string>
  /** Address of the entity's collection, or of one record, with the tenant that it is asked in. */
  call(entry: Entry, options?: { oid?: string; query?: string }): string
}

/** A customer of the demo world whose overlay has a record of which some have none. */
async function withRecord(service: RunningService, { entity }: Entry, candidates: readonly string[]): Promise<string | undefined> {
  for (const oid of candidates) {
    const answer = await service.call('owner@demo.test', entityMeta[entity].route, { headers: { 'x-overlay-oid': oid } })
    if (answer.ok) return oid
  }
  return undefined
}

export async function placesOf(service: RunningService): Promise<Places> {
  const { data } = (await (await service.call('customer@demo.test', '/api/user/v2/info')).json()) as { data: [{ tenant: { id: string } }] }
  const customer = data[0].tenant.id
  const listed = (await (await service.call('owner@demo.test', '/api/v1/customers?tenantOid=platform&size=100')).json()) as {
    data: { oid: string }[]
  }
  const special = new Map<string, string>()
  for (const tab of settingsPages.flatMap(({ tabs }) => Object.values(tabs)).filter(({ absentAt }) => absentAt !== undefined))
    special.set(
      tab.entity,
      (await withRecord(
        service,
        tab,
        listed.data.map(({ oid }) => oid),
      )) ?? customer,
    )
  const tenantOid = ({ entity }: Entry): string =>
    special.get(entity) ?? (operationsOn(entityMeta[entity].resource, 'po').includes('read') ? 'platform' : customer)
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
