import { fqdnsOf } from '../../cloud-security/fqdns.ts'
import { groupBy } from '../world/group-by.ts'
import { addOwnRecord, newRecord } from '../world/records.ts'
import { isCustomer } from '../tenants/tenants.ts'
import { DAY_MS, officeHour, type DemoArea, type DemoTenant, type DemoWorld } from '../world/world.ts'

const ENTITY = 'cloud-security-settings'

/** Customers with the cloud security service: most of them have given their client and fetched the host names, a few have not yet. */
export const cloudSecurity: DemoArea = {
  name: 'cloud security',
  fill(world) {
    const regions = groupBy(
      world.records.filter(({ entity }) => entity === 'cloud-security-region'),
      ({ tenant }) => tenant.oid,
    )
    for (const tenant of world.tenants) {
      if (!isCustomer(tenant) || tenant.features['cloud_security'] !== 'enabled' || !world.random.chance(0.8)) continue
      const names = (regions.get(tenant.oid) ?? []).map(({ record }) => String(record['name'])).toSorted()
      addSettings(world, tenant, names)
    }
  },
}

function addSettings(world: DemoWorld, tenant: DemoTenant, regions: readonly string[]): void {
  const { random, nowMs } = world
  const atMs = Math.max(officeHour(world, random.between(1, 60)), Math.min(tenant.createdAtMs + DAY_MS, nowMs - 60_000))
  const client = { enabled: random.chance(0.9), clientID: `client-${random.between(10_000, 99_999)}`, clientSecret: random.uuid(atMs) }
  const record = { ...newRecord(ENTITY), ...client, fqdns: fqdnsOf(tenant.oid, regions), fqdnsSyncedAt: new Date(atMs).toISOString() }
  addOwnRecord(world, { entity: ENTITY, tenant, record, atMs })
}
