import type { MapSite, Overlay } from './overlay.ts'

/** Sites grouped around the middle. */
export interface Groups {
  /** Sites of the middle, related ones adjacent, each with the ordered sites around it. */
  middle: { site: MapSite; around: MapSite[] }[]
  /** Sites without connection to the middle. */
  apart: MapSite[]
}

/** Counts per pair of keys. */
type Counts = Map<string, Map<string, number>>

function add(counts: Counts, [one, other]: [string, string], count: number): void {
  const of = counts.get(one) ?? new Map<string, number>()
  counts.set(one, of.set(other, (of.get(other) ?? 0) + count))
}

/** Number of connections between outer sites and sites of the middle. */
function countsOf({ sites, links }: Overlay, middle: ReadonlySet<string>): Counts {
  const siteOf = new Map(sites.flatMap(({ oid, devices }) => devices.map((device): [string, string] => [device.oid, oid])))
  const counts: Counts = new Map()
  for (const { from, to, count } of links) {
    const ends = [siteOf.get(from), siteOf.get(to)] as const
    for (const [one, other] of [ends, [ends[1], ends[0]] as const])
      if (one !== undefined && other !== undefined && one !== other && middle.has(other)) add(counts, [one, other], count)
  }
  return counts
}

/** Sites of the middle sorted by number of connections to a site. */
function preferences(counts: Counts, site: MapSite): string[] {
  return [...(counts.get(site.oid) ?? [])].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([oid]) => oid)
}

/** Orders the ring: each site is followed by the one with which it shares most sites. */
function orderRing(middle: readonly MapSite[], shared: Counts): MapSite[] {
  const left = [...middle]
  const ring: MapSite[] = []
  while (left.length > 0) {
    const last = ring.at(-1)
    const strength = (site: MapSite): number => (last && shared.get(last.oid)?.get(site.oid)) ?? 0
    const best = left.reduce((one, other) => (strength(other) > strength(one) ? other : one))
    ring.push(best)
    left.splice(left.indexOf(best), 1)
  }
  return ring
}

/** Assigns each site to one of the middle. The middle are the sites that have a device with this mode. */
export function groupsOf(overlay: Overlay, mode: string): Groups {
  const isMiddle = ({ devices }: MapSite): boolean => devices.some((device) => device.mode === mode)
  const middle = overlay.sites.filter(isMiddle)
  const counts = countsOf(overlay, new Set(middle.map(({ oid }) => oid)))
  const rest = overlay.sites.filter((site) => !isMiddle(site)).map((site) => ({ site, wanted: preferences(counts, site) }))
  const shared: Counts = new Map()
  for (const { wanted } of rest) {
    const [one, other] = wanted
    if (one === undefined || other === undefined) continue
    add(shared, [one, other], 1)
    add(shared, [other, one], 1)
  }
  const ring = orderRing(middle, shared)
  const place = new Map(ring.map(({ oid }, index) => [oid, index]))
  // A site also connected to a neighbour is placed on that side.
  const side = (own: number, other: string | undefined): number => {
    const distance = other === undefined ? 0 : ((place.get(other) ?? own) - own + ring.length) % ring.length
    return distance > ring.length / 2 ? distance - ring.length : distance
  }
  return {
    middle: ring.map((site, index) => ({
      site,
      around: rest
        .filter(({ wanted }) => wanted[0] === site.oid)
        .toSorted((a, b) => side(index, a.wanted[1]) - side(index, b.wanted[1]))
        .map((one) => one.site),
    })),
    apart: rest.filter(({ wanted }) => wanted.length === 0).map(({ site }) => site),
  }
}
