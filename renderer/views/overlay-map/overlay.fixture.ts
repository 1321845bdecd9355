import type { MapDevice, MapLink, MapSite, Overlay } from './overlay.ts'

/** A device of invented name. */
export function device(oid: string, rest: Partial<MapDevice> = {}): MapDevice {
  return {
    oid,
    name: oid,
    type: 'edge_box',
    mode: 'spoke',
    serialNumber: null,
    provisioned: true,
    enabledWans: 1,
    networks: ['MPLS'],
    ...rest,
  }
}

export const siteWith = (oid: string, ...devices: MapDevice[]): MapSite => ({ oid, name: `Site ${oid}`, devices })

export const link = (from: string, to: string, rest: Partial<MapLink> = {}): MapLink => ({
  from,
  to,
  transportNetwork: 'MPLS',
  count: 1,
  types: ['User'],
  ...rest,
})

const pad = (index: number): string => String(index).padStart(3, '0')

/** An overlay of that many hubs, each at a site of its own, and spokes: every third site has two of them, each is connected to two hubs over two networks. */
export function largeOverlay({ hubs, spokes }: { hubs: number; spokes: number }): Overlay {
  const sites: MapSite[] = Array.from({ length: hubs }, (_, index) => siteWith(`h${index}`, device(`hub-${index}`, { mode: 'hub' })))
  const links: MapLink[] = []
  for (let index = 0; index < spokes;) {
    const many = sites.length % 3 === 0 && index + 1 < spokes ? 2 : 1
    const own = Array.from({ length: many }, (_, place) => device(`spoke-${pad(index + place)}`))
    sites.push(siteWith(`s${pad(index)}`, ...own))
    for (const { oid } of own)
      for (const network of ['Internet', 'MPLS'])
        for (const step of hubs > 1 ? [0, 1] : [0])
          if (hubs > 0) links.push(link(oid, `hub-${(index + step) % hubs}`, { transportNetwork: network, count: 2 - step }))
    index += many
  }
  return { sites, links }
}
