import type { MapSite, Overlay } from './overlay.ts'

/** Sites by where they belong. */
export interface Groups {
  /** Sites of the middle, neighbours beside each other, and the sites around each in their order. */
  middle: { site: MapSite; around: MapSite[] }[]
  /** Sites that are connected to none of the middle. */
  apart: MapSite[]
}

/** Counts by a pair of keys. */
type Counts = Map<string, Map<string, number>>

function add(counts: Counts, [one, other]: [string, string], count: number): void {
  const of = counts.get(one) ?? new Map<string, number>()
  counts.set(one, of.set(other, (of.get(other) ?? 0) + count))
}

/** How often sites around are connected with sites of the middle. */
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

/** Sites of the middle by how much a site is connected to them, most first. */
function preferences(counts: Counts, site: MapSite): string[] {
  return [...(counts.get(site.oid) ?? [])].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([oid]) => oid)
}

/** Beginning with the first, each is followed by the one with which it shares most sites. */
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

/** Says which site belongs to which of the middle. Sites with a device of the mode `middle` make up the middle. */
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
  // Who also goes to the neighbour on one side stands on that side.
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
