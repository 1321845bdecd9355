import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { overlaysOf, type DemoOverlay } from './overlays.ts'
import { addStored, newRecord } from '../world/records.ts'
import type { DemoArea } from '../world/world.ts'

const KINDS = [
  'Data centres',
  'Offices',
  'Guests',
  'Production',
  'Warehouses',
  'Stores',
  'Voice',
  'Cameras',
  'Building control',
  'Payment terminals',
  'Printers',
  'Research',
  'Finance',
  'Human resources',
  'Management',
  'Laboratories',
  'Contractors',
  'Partner access',
  'Backup targets',
  'Public services',
]
/** Priority of the catch-all zone, the largest number; new zones get smaller ones. */
const LAST = 64_000
const PARTS = ['', ', north', ', south']

/** Firewall VPN zones of every overlay: sixty in a large one, a handful elsewhere; the last one is the catch-all. */
export const firewallZones: DemoArea = {
  name: 'firewall-zones',
  fill(world) {
    for (const overlay of overlaysOf(world)) {
      for (const zone of zonesOf(overlay)) {
        const record = { ...newRecord('firewall-vpn-zone'), ...zone }
        addStored(world, { entity: 'firewall-vpn-zone', tenant: overlay.tenant, record, daysAgo: Math.max(overlay.daysAgo - 2, 1) })
      }
    }
  },
}

function zonesOf({ size, sites }: DemoOverlay): Rec[] {
  const own = size.hubs > 2 ? 59 : size.hubs + 2
  const zones = Array.from({ length: own }, (_, index) => ({
    priority: index + 1,
    name: `${KINDS[index % KINDS.length] ?? ''}${PARTS[Math.floor(index / KINDS.length)] ?? ''}`,
    description: `Sites and subnets of ${(KINDS[index % KINDS.length] ?? '').toLowerCase()}.`,
    // A fifth of the zones are of subnets alone, and so some sites belong to none.
    vpnSites:
      index % 5 === 4 ? [] : sites.filter((_site, place) => place % own === index).map(({ oid }, row) => ({ id: `${row + 1}`, site: oid })),
    vpnSubnets: index % 3 === 0 ? [] : subnetsOf(index),
  }))
  return [
    ...zones,
    {
      priority: LAST,
      name: 'Everything else',
      description: 'Everything that belongs to no other zone.',
      vpnSites: [],
      vpnSubnets: [],
      readOnly: true,
    },
  ]
}

function subnetsOf(index: number): Rec[] {
  const subnets = [
    { prefix: `192.168.${index}.0`, mask: 24 },
    { prefix: `172.16.${index * 4}.0`, mask: 22 },
  ]
  return subnets.slice(0, (index % 2) + 1).map((subnet, row) => ({ id: `${row + 1}`, ...subnet }))
}
