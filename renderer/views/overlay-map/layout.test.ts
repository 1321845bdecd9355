import { describe, expect, it } from 'vitest'
import { groupsOf } from './groups.ts'
import { curveOf, layOut, type MapLayout, neighbourOf } from './layout.ts'
import { device, largeOverlay, link, siteWith } from './overlay.fixture.ts'
import { networksOf, partOf, peersByNetwork } from './overlay.ts'

const look = { middle: 'hub', aspect: 1.8 }

/** Pairs of sites whose boxes touch. */
function overlaps({ sites }: MapLayout): string[] {
  return sites.flatMap((one, index) =>
    sites
      .slice(index + 1)
      .filter(
        (other) => Math.abs(one.x - other.x) < (one.width + other.width) / 2 && Math.abs(one.y - other.y) < (one.height + other.height) / 2,
      )
      .map((other) => `${one.site.oid} ${other.site.oid}`),
  )
}

describe('the layout of the map', () => {
  it.each([
    { hubs: 0, spokes: 5 },
    { hubs: 1, spokes: 1 },
    { hubs: 2, spokes: 0 },
    { hubs: 2, spokes: 30 },
    { hubs: 8, spokes: 300 },
    { hubs: 30, spokes: 270 },
  ])('places $hubs hubs and $spokes spokes without overlap', (size) => {
    const overlay = largeOverlay(size)
    for (const aspect of [0.7, 1, 2.2]) {
      const layout = layOut(overlay, { middle: 'hub', aspect })
      expect(layout.sites).toHaveLength(overlay.sites.length)
      expect(layout.devices.size).toBe(size.hubs + size.spokes)
      expect(overlaps(layout)).toEqual([])
      const { bounds } = layout
      for (const { x, y } of layout.devices.values())
        expect(x > bounds.x && x < bounds.x + bounds.width && y > bounds.y && y < bounds.y + bounds.height).toBe(true)
    }
  })

  it('keeps sites with many devices apart, and devices within their boxes', () => {
    const crowd = (oid: string, count: number) => siteWith(oid, ...Array.from({ length: count }, (_, index) => device(`${oid}-${index}`)))
    const hub = siteWith('h', device('hub', { mode: 'hub' }), device('hub-2', { mode: 'hub' }))
    const layout = layOut(
      { sites: [hub, ...[...'abcdfghijklm'].map((oid) => crowd(oid, 23)), crowd('e', 1)], links: [link('a-0', 'hub')] },
      look,
    )
    expect(overlaps(layout)).toEqual([])
    for (const { x, y, width, height, devices } of layout.sites)
      for (const at of devices) expect(Math.abs(at.x - x) < width / 2 && Math.abs(at.y - y) < height / 2).toBe(true)
  })

  it('is the same for the same overlay', () => {
    const overlay = largeOverlay({ hubs: 8, spokes: 300 })
    expect(layOut(structuredClone(overlay), look)).toEqual(layOut(overlay, look))
  })

  it('takes less than 50 ms for 300 boxes', () => {
    const overlay = largeOverlay({ hubs: 8, spokes: 292 })
    layOut(overlay, look)
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now()
      layOut(overlay, look)
      return performance.now() - start
    })
    expect(Math.min(...times)).toBeLessThan(50)
  })

  it('places the sites of a hub on its side, and sites without a hub farthest out', () => {
    const { sites, links } = largeOverlay({ hubs: 2, spokes: 40 })
    const layout = layOut({ sites: [...sites, siteWith('lone', device('lone', { mode: null }))], links }, look)
    const place = (oid: string) => layout.devices.get(oid) ?? { x: 0, y: 0 }
    const distance = (a: string, b: string) => Math.hypot(place(a).x - place(b).x, place(a).y - place(b).y)
    const spokes = [...layout.devices.keys()].filter((oid) => oid.startsWith('spoke'))
    const own = (oid: string) => links.find(({ from, count }) => from === oid && count === 2)?.to ?? ''
    const nearer = spokes.filter((oid) => distance(oid, own(oid)) < distance(oid, own(oid) === 'hub-0' ? 'hub-1' : 'hub-0'))
    expect(nearer.length).toBeGreaterThan(spokes.length * 0.8)
    const reaches = new Map(
      layout.sites.map(({ site, x, y }) => [site.oid, (Math.abs(x / look.aspect) ** 3 + Math.abs(y) ** 3) ** (1 / 3)]),
    )
    expect(reaches.get('lone')).toBeCloseTo(Math.max(...reaches.values()))
  })

  it('draws links of two networks between the same devices side by side', () => {
    const layout = layOut(largeOverlay({ hubs: 1, spokes: 1 }), look)
    const curves = [0, 1].map((index) => curveOf(link('spoke-000', 'hub-0'), layout, { index, count: 2 }))
    expect(curves[0]).toMatch(/^M[-\d. ]+Q[-\d. ]+$/)
    expect(curves[0]).not.toBe(curves[1])
  })
})

describe('the map model of an overlay', () => {
  it('assigns every site to the hub with the most connections to it', () => {
    const sites = [siteWith('a', device('A', { mode: 'hub' })), siteWith('b', device('B', { mode: 'hub' })), siteWith('s', device('S'))]
    const { middle } = groupsOf({ sites, links: [link('A', 'S'), link('S', 'B', { count: 3 })] }, 'hub')
    expect(middle.map(({ site, around }) => [site.oid, around.map(({ oid }) => oid)])).toEqual([
      ['a', []],
      ['b', ['s']],
    ])
  })

  it('counts connected devices per network, each once', () => {
    const links = [link('H', 'a', { count: 4 }), link('b', 'H'), link('H', 'a', { transportNetwork: 'Internet' })]
    expect(peersByNetwork('H', links)).toEqual([
      ['Internet', 1],
      ['MPLS', 2],
    ])
    expect(networksOf({ sites: [], links })).toEqual(['Internet', 'MPLS'])
  })

  it('hides devices with their links, and sites without remaining devices', () => {
    const overlay = {
      sites: [siteWith('s', device('a'), device('b')), siteWith('t', device('c'))],
      links: [link('a', 'b'), link('a', 'c')],
    }
    const part = partOf(overlay, new Set(['a', 'b']))
    expect(part.sites.map(({ oid }) => oid)).toEqual(['s'])
    expect(part.links).toEqual([link('a', 'b')])
  })

  it('moves with arrow keys to the nearest device in that direction, and stops at the edge', () => {
    const layout = layOut(largeOverlay({ hubs: 0, spokes: 30 }), look)
    const start = [...layout.devices.values()].toSorted((a, b) => a.x - b.x)[0]
    if (!start) throw new Error('nothing is laid out')
    expect(neighbourOf(start, 'ArrowLeft', layout)).toBeUndefined()
    const next = neighbourOf(start, 'ArrowRight', layout)
    expect(next?.x).toBeGreaterThan(start.x)
    expect(neighbourOf(start, 'Enter', layout)).toBeUndefined()
  })
})
