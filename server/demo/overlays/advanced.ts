import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { groupBy } from '../world/group-by.ts'
import { overlaysOf, type DemoOverlay } from './overlays.ts'
import { addOwnRecord, newRecord } from '../world/records.ts'
import { DAY_MS, officeHour, type DemoArea } from '../world/world.ts'

/** One overlay in this many keeps its initial configuration. */
const DEFAULTS_EVERY = 4

const TUNNELS: Rec = {
  ikeEncryptionCypher: 'AES256CBC',
  ikeAuthCypher: 'SHA256',
  ikeDhGroup: 14,
  ikeLifetime: 86_400,
  ipsecEncryptionCypher: 'AES256GCM',
  ipsecAuthCypher: 'SHA256',
  ipsecDhGroup: 14,
  ipsecLifetime: 28_800,
  mtu: 1_400,
}

/** Advanced configuration: changed in most overlays, still the default in a few. */
export const advanced: DemoArea = {
  name: 'advanced configuration',
  fill(world) {
    const boxes = groupBy(
      world.records.filter(({ entity }) => entity === 'edge-box'),
      ({ tenant }) => tenant.oid,
    )
    overlaysOf(world).forEach((overlay, index) => {
      const { tenant, daysAgo, size } = overlay
      const hubs = (boxes.get(tenant.oid) ?? []).filter(({ record }) => record['mode'] === 'hub').map(({ oid }) => oid)
      const entries = size.hubs > 1 || index % DEFAULTS_EVERY > 0 ? Object.entries(settingsOf(overlay, { index, hubs })) : []
      entries.forEach(([entity, changes], place) => {
        const atMs = Math.max(
          officeHour(world, Math.max(daysAgo - 2 - place, 1)),
          Math.min(tenant.createdAtMs + DAY_MS, world.nowMs - 60_000),
        )
        addOwnRecord(world, { entity: entity as EntityName, tenant, record: { ...newRecord(entity as EntityName), ...changes }, atMs })
      })
      if (tenant.features['cloud_mesh'] !== 'enabled') return
      const record = { routing: { asn: 64_000 + (index % 500), overlaySubnet: `100.${64 + (index % 64)}.0.0/16` } }
      addOwnRecord(world, { entity: 'cloud-mesh-routing', tenant, record, atMs: tenant.createdAtMs })
    })
  },
}

/** Changed values of an overlay, by entity. */
function settingsOf(
  { networks }: DemoOverlay,
  { index, hubs }: { index: number; hubs: readonly string[] },
): Partial<Record<EntityName, Rec>> {
  const breakoutNetwork = networks.find(({ eligibleDti }) => eligibleDti)?.oid
  return {
    'overlay-routing': {
      vtiSubnet: `10.${250 + (index % 5)}.0.0/16`,
      bgpAsRange: '64512-65534',
      bgpAsExclusion: '65000-65009',
      bgpCommunity: '00FD:00E8',
      ospfTag: 100 + (index % 10),
    },
    'overlay-security': {
      ...TUNNELS,
      credentials: { mode: 'psk', psk: `overlay-${index}-key` },
    },
    'time-synchro': { timeServer: '10.0.0.123', synchroServers: hubs.slice(0, 2).map((edgeBox) => ({ edgeBox })) },
    ...(breakoutNetwork !== undefined && { 'local-breakout': { enabled: true, transportNetwork: breakoutNetwork } }),
  }
}
