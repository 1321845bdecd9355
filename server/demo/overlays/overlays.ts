import type { EntityName } from '../../../schemas/generated/entity-names.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'
import { demoGateways } from './gateways.ts'
import { addStored, newRecord } from '../world/records.ts'
import { isCustomer } from '../tenants/tenants.ts'
import type { DemoArea, DemoTenant, DemoWorld } from '../world/world.ts'
import { siteNames } from './sites.ts'

/** How many boxes and other devices an overlay has. */
export interface OverlaySize {
  hubs: number
  /** Sites with a redundant pair of boxes. */
  pairs: number
  /** Sites of a single spoke. */
  singles: number
  teleEngines: number
  /** Sites with a tele engine only. */
  outlets: number
  /** Third-party gateways. */
  gateways: number
  /** How many of the transport networks it has. */
  networks: number
}

/** A transport network and the properties of its lines. */
export interface DemoNetwork extends NetworkKind {
  oid: string
}

interface NetworkKind {
  name: string
  eligibleDti: boolean
  /** The carrier assigns the addresses of the lines (DHCP). */
  dhcp: boolean
  /** kbit/s of the smallest line: downstream and upstream. */
  bandwidth: readonly [number, number]
}

export interface DemoSite {
  oid: string
  name: string
  /** Second octet of its addresses, unique within the overlay. */
  octet: number
  region: string | undefined
}

/** A customer's network, with everything that its devices refer to. */
export interface DemoOverlay {
  tenant: DemoTenant
  size: OverlaySize
  /** Age in days. */
  daysAgo: number
  sites: DemoSite[]
  networks: DemoNetwork[]
  /** The reserved network for tele engines, whose transport is unspecified. */
  unspecified: string
  /** Oids by entity. */
  oids: Partial<Record<EntityName, string[]>>
}

const LARGE: OverlaySize = { hubs: 8, pairs: 78, singles: 136, teleEngines: 40, outlets: 6, gateways: 7, networks: 5 }
const MIDDLE: OverlaySize = { hubs: 2, pairs: 6, singles: 14, teleEngines: 6, outlets: 2, gateways: 2, networks: 4 }
/** One customer in this many is of medium size. */
const TO_ONE_MIDDLE = 40

const NETWORKS: readonly NetworkKind[] = [
  { name: 'MPLS', eligibleDti: false, dhcp: false, bandwidth: [10_000, 10_000] },
  { name: 'Internet', eligibleDti: true, dhcp: false, bandwidth: [50_000, 10_000] },
  { name: 'LTE', eligibleDti: false, dhcp: true, bandwidth: [30_000, 10_000] },
  { name: '5G', eligibleDti: true, dhcp: true, bandwidth: [150_000, 50_000] },
  { name: 'Starlink', eligibleDti: true, dhcp: true, bandwidth: [100_000, 15_000] },
]

const REGIONS = ['Europe Central', 'Europe West', 'North America East']
const POPS = ['Amsterdam', 'Frankfurt', 'Madrid']
const COLORINGS = ['blue', 'gold', 'green']

const made = new WeakMap<DemoWorld, DemoOverlay[]>()

/** What devices of every customer refer to. The devices follow in `devices.ts`. */
export const overlays: DemoArea = {
  name: 'overlays',
  fill(world) {
    const customers = world.tenants.filter(isCustomer)
    const large = largeOnes(world, customers)
    const sizeOf = (tenant: DemoTenant, index: number): OverlaySize => {
      if (large.has(tenant)) return LARGE
      return index % TO_ONE_MIDDLE === TO_ONE_MIDDLE - 1 ? MIDDLE : smallSize(world)
    }
    made.set(
      world,
      customers.map((tenant, index) => overlayOf(world, tenant, sizeOf(tenant, index))),
    )
  },
}

/** The overlays of a world whose area has been filled. */
export function overlaysOf(world: DemoWorld): readonly DemoOverlay[] {
  const found = made.get(world)
  if (!found) throw new Error('the overlays of the demo world are not made yet')
  return found
}

/** The customer of the demo accounts, and its counterpart in every further copy that `scale` makes. */
function largeOnes(world: DemoWorld, customers: readonly DemoTenant[]): Set<DemoTenant> {
  const home = world.people.find(({ mail }) => mail === 'customer@demo.test')?.roles[0]?.tenant
  const perRound = customers.length / world.scale
  const first = customers.findIndex((tenant) => tenant === home) % perRound
  return new Set(customers.filter((_, index) => index % perRound === first))
}

function smallSize({ random }: DemoWorld): OverlaySize {
  const boxes = random.pick([2, 2, 3, 3, 4, 4, 5, 6, 8, 12])
  const pairs = boxes > 4 ? Math.floor(boxes / 4) : 0
  const teleEngines = random.pick([1, 1, 1, 2])
  return {
    hubs: 1,
    pairs,
    singles: boxes - 1 - 2 * pairs,
    teleEngines,
    outlets: teleEngines === 2 ? 1 : 0,
    gateways: random.pick([1, 2]),
    networks: boxes > 5 ? 3 : 2,
  }
}

function overlayOf(world: DemoWorld, tenant: DemoTenant, size: OverlaySize): DemoOverlay {
  const { random } = world
  const daysAgo = random.between(30, 180)
  const add = (entity: EntityName, values: Rec): string =>
    addStored(world, { entity, tenant, record: { ...newRecord(entity), ...values }, daysAgo }).oid
  const networks = NETWORKS.slice(0, size.networks).map((kind) => {
    const { name, eligibleDti } = kind
    return { ...kind, oid: add('transport-network', { name, eligibleDti }) }
  })
  const oids: DemoOverlay['oids'] = Object.fromEntries(
    Object.entries(referenceData(tenant, size)).map(([entity, list]) => [entity, list.map((values) => add(entity as EntityName, values))]),
  )
  const { hubs, pairs, singles, outlets } = size
  const names = siteNames(random, tenant.culture, { hubs, branches: pairs + singles + outlets })
  const sites = names.map((name, octet) => {
    const region = random.chance(0.8) ? oids['cloud-security-region']?.[octet % REGIONS.length] : undefined
    return { name, octet, region, oid: add('site', { name, ...(region !== undefined && { cloudGuardRegionId: region }) }) }
  })
  const unspecified = add('transport-network', { name: 'Not Specified', reserved: true })
  return { tenant, size, daysAgo, sites, networks, unspecified, oids }
}

/** Everything besides sites and networks; most devices use the first of each. */
function referenceData(tenant: DemoTenant, size: OverlaySize): Partial<Record<EntityName, Rec[]>> {
  const has = (feature: 'cloud_security' | 'sdi'): boolean => tenant.features[feature] === 'enabled'
  const named = (names: readonly string[]): Rec[] => names.map((name) => ({ name }))
  const isSmall = size.hubs === 1
  return {
    'cloud-security-region': has('cloud_security') ? named(REGIONS) : [],
    'sdi-pop': has('sdi') ? named(POPS) : [],
    coloring: named(isSmall ? COLORINGS.slice(0, 1) : COLORINGS),
    'syslog-server': [
      { name: 'Central log', ipOrHostname: '10.0.0.20' },
      ...(isSmall ? [] : [{ name: 'Security log', ipOrHostname: 'log.security.example', protocolId: 17, port: 1514 }]),
    ],
    'vrrp-profile': [
      { name: 'Default', multicastPeeringIp: { ip: '224.0.0.18' } },
      ...(isSmall ? [] : [{ name: 'Patient', preemptDelay: 60, advertIntervalMsec: 3000, fall: 3, rise: 5 }]),
    ],
    'ihap-profile': [
      { name: 'Default', isDefault: true, monitoredInterfaces: ['lan1', 'wan1', 'wan2'] },
      { name: 'Fast', isDefault: true, keepAlive: 50, peerDeadFactor: 3, monitoredInterfaces: ['lan1', 'wan1'] },
      ...(isSmall
        ? []
        : [{ name: 'Night shift', isDefault: false, preemption: true, badHealthCriteria: 'and', monitoredInterfaces: ['wan1', 'wan2'] }]),
    ],
    'external-gateway': demoGateways(size.gateways),
  }
}
