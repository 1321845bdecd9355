import type { Rec } from '../../../schemas/vocabulary/types.ts'

/** A device of the map. */
export interface MapDevice extends Rec {
  oid: string
  name: string
  type: string
  mode: string | null
  serialNumber: string | null
  provisioned: boolean | null
  enabledWans: number
  /** Transport networks of its uplinks. */
  networks: readonly string[]
}

export interface MapSite {
  oid: string
  name: string
  devices: readonly MapDevice[]
}

/** All connections between two devices over one transport network. */
export interface MapLink {
  from: string
  to: string
  transportNetwork: string
  count: number
  types: readonly string[]
}

/** Data of the map. */
export interface Overlay {
  sites: readonly MapSite[]
  links: readonly MapLink[]
}

/** The part of an overlay with only these devices. */
export function partOf(overlay: Overlay, oids: ReadonlySet<string> | undefined): Overlay {
  if (!oids) return overlay
  const sites = overlay.sites.map((site) => ({ ...site, devices: site.devices.filter(({ oid }) => oids.has(oid)) }))
  return {
    sites: sites.filter(({ devices }) => devices.length > 0),
    links: overlay.links.filter(({ from, to }) => oids.has(from) && oids.has(to)),
  }
}

/** Transport networks that connect devices, in order. */
export function networksOf({ links }: Overlay): string[] {
  return [...new Set(links.map(({ transportNetwork }) => transportNetwork))].toSorted()
}

/** The links of every device. */
export function linksByDevice(links: readonly MapLink[]): ReadonlyMap<string, readonly MapLink[]> {
  const found = new Map<string, MapLink[]>()
  for (const link of links)
    for (const oid of new Set([link.from, link.to])) {
      const own = found.get(oid)
      if (own) own.push(link)
      else found.set(oid, [link])
    }
  return found
}

/** Number of connected devices per transport network, sorted by name. */
export function peersByNetwork(oid: string, links: readonly MapLink[]): [network: string, peers: number][] {
  const peers = new Map<string, Set<string>>()
  for (const { from, to, transportNetwork } of links) {
    const known = peers.get(transportNetwork) ?? new Set()
    peers.set(transportNetwork, known.add(from === oid ? to : from))
  }
  return [...peers].map(([network, { size }]): [string, number] => [network, size]).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
