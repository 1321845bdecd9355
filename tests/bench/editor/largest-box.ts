import type { Plan, PlanItem } from '../../../schemas/plan.ts'
import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** Rows in each list of the largest box, as defined in BUDGETS F1. */
const SUBNETS = 30
const INTERFACES = 10
const CONNECTIONS = 10
const WANS = ['wan1', 'wan2', 'wan3'] as const

const rows = (count: number, make: (index: number) => Rec): Rec[] => Array.from({ length: count }, (_row, index) => make(index))
const networkOf = (wan: string): string => `Bench ${wan}`

/** The address `offset` after `10.0.0.0`. */
const address = (offset: number): string => [10, (offset >> 16) & 255, (offset >> 8) & 255, offset & 255].join('.')

function uplink(wan: string, index: number): Rec {
  const subnet = `198.51.${100 + index}`
  return {
    state: 'enabled',
    interfaceMode: 'L3',
    dhcpEnabled: false,
    ipAddress: `${subnet}.2`,
    mask: 24,
    defaultGateway: `${subnet}.1`,
    publicIp: `203.0.113.${index + 1}`,
    transportNetwork: networkOf(wan),
    access: { upBandwidth: 100_000, downBandwidth: 500_000 },
    mtu: 1500,
  }
}

function uplinks(extraFields: (wan: string) => Rec): Rec {
  return Object.fromEntries(WANS.map((wan, index) => [wan, { ...uplink(wan, index), ...extraFields(wan) }]))
}

const management = { ipAddress: '10.255.0.1', mask: 24, dhcpRelayEnabled: false, autoAllocationIP: true }

function deviceOf(name: string, rest: Rec): Rec {
  return { name, serialNumber: `${name.replaceAll(' ', '-')}-0001`, deploymentMode: 'multiwan_hybrid', dwsMode: 'cpe', ...rest }
}

/** A spoke to which the largest box has a tunnel. */
function peer(index: number): PlanItem {
  const record = deviceOf(`Peer ${index}`, {
    mode: 'spoke',
    site: `Bench peer ${index}`,
    lan: { mgtInterface: management },
    wans: uplinks(() => ({})),
  })
  return { entity: 'edge-box', action: 'create', ref: `peer${index}`, changes: record }
}

/** A hub with `times` as many rows in each list as BUDGETS F1 defines; its tunnels reference the peers by plan ref, e.g. `@peer3`. */
export function largestBox(times: number): Rec {
  return deviceOf(`Hub of ${times}`, {
    mode: 'hub',
    site: `Bench hub ${times}`,
    lan: {
      mgtInterface: management,
      interfaces: rows(INTERFACES * times, (index) => ({
        name: `lan${index}`,
        vlanId: 100 + index,
        ipAddress: address(0x800000 + index * 256 + 1),
        mask: 24,
        dhcpRelayEnabled: false,
      })),
      subnets: rows(SUBNETS * times, (index) => ({ prefix: address(index * 256), mask: 24, staticRoute: '10.255.0.254' })),
      routingProtocol: 'bgp',
    },
    wans: uplinks((wan) => ({
      defaultNetworkPref: 100,
      wanConnections: rows(CONNECTIONS * times, (index) => ({ edgeBox: `@peer${index}`, wanIdentifier: wan, networkPref: 100 + index })),
    })),
  })
}

/** One plan that creates a box of each size, with the networks and peers that they reference. */
export function boxesPlan(tenantOid: string, sizes: readonly number[]): Plan {
  const networks = WANS.map((wan): PlanItem => ({
    entity: 'transport-network',
    action: 'create',
    changes: { name: networkOf(wan), eligibleDti: true },
  }))
  const peers = Array.from({ length: CONNECTIONS * Math.max(...sizes) }, (_peer, index) => peer(index))
  const boxes = sizes.map((times): PlanItem => ({ entity: 'edge-box', action: 'create', changes: largestBox(times) }))
  return { tenantOid, source: 'api', items: [...networks, ...peers, ...boxes] }
}
