import { type Groups, groupsOf } from './groups.ts'
import type { MapDevice, MapLink, MapSite, Overlay } from './overlay.ts'

/** A point of the map, in units that are pixels at scale 1. */
export interface Point {
  x: number
  y: number
}

export interface PlacedDevice extends Point {
  device: MapDevice
  site: MapSite
  isMiddle: boolean
}

/** A box with its devices; `x`, `y` are its centre. */
export interface PlacedSite extends Point {
  site: MapSite
  width: number
  height: number
  isMiddle: boolean
  devices: PlacedDevice[]
}

export interface MapLayout {
  sites: PlacedSite[]
  devices: ReadonlyMap<string, PlacedDevice>
  /** Size of a site's cell, including its name. */
  cell: { width: number; height: number }
  bounds: Point & { width: number; height: number }
}

/** Size of a device slot, in the middle and around it. */
const slot = { middle: 22, around: 14 }
const edge = { middle: 12, around: 8 }
/** Minimum cell size of an outer site. */
const leastCell = { width: 72, height: 38 }
/** Gap between boxes: horizontal, and vertical with the name. */
const gap = { width: 12, height: 18 }

/** Size of a site's box, in landscape format. */
function boxOf(site: MapSite, kind: 'middle' | 'around'): { width: number; height: number; columns: number } {
  const columns = Math.max(1, Math.ceil(Math.sqrt(site.devices.length * 2)))
  const rows = Math.max(1, Math.ceil(site.devices.length / columns))
  const across = Math.min(columns, site.devices.length)
  return { width: Math.max(1, across) * slot[kind] + edge[kind], height: rows * slot[kind] + edge[kind] - 2, columns }
}

function placed(site: MapSite, { x, y }: Point, kind: 'middle' | 'around'): PlacedSite {
  const { width, height, columns } = boxOf(site, kind)
  const isMiddle = kind === 'middle'
  const room = slot[kind]
  const rows = Math.ceil(site.devices.length / columns)
  const devices = site.devices.map((device, index): PlacedDevice => {
    const row = Math.floor(index / columns)
    const inRow = row === rows - 1 ? site.devices.length - row * columns : columns
    return {
      device,
      site,
      isMiddle,
      x: x + ((index % columns) - (inRow - 1) / 2) * room,
      y: y + (row - (rows - 1) / 2) * room,
    }
  })
  return { site, x, y, width, height, isMiddle, devices }
}

const full = Math.PI * 2
/** Angle of a point, clockwise from the left, corrected by the aspect ratio. */
const angleOf = ({ x, y }: Point, aspect: number): number => Math.atan2(y, x / aspect) + Math.PI

/** Distance from the middle, with rounded rectangles as contour lines, so that corners are filled. */
const distanceOf = ({ x, y }: Point, aspect: number): number => (Math.abs(x / aspect) ** 3 + Math.abs(y) ** 3) ** (1 / 3)

/** Cells around a hole, nearest to the middle first. */
function cellsAround(count: number, { hole, aspect, cell }: { hole: number; aspect: number; cell: MapLayout['cell'] }): Point[] {
  const area = count * cell.width * cell.height + Math.PI * (hole + cell.height) ** 2 * aspect
  const reach = Math.sqrt(area / (Math.PI * aspect)) + hole * 0.2 + 3 * cell.height
  const rows = Math.ceil(reach / cell.height)
  const columns = Math.ceil((reach * aspect) / cell.width) + 1
  const found: (Point & { distance: number })[] = []
  for (let row = -rows; row <= rows; row++)
    for (let column = -columns; column <= columns; column++) {
      const x = (column + (row % 2 === 0 ? 0 : 0.5)) * cell.width
      const y = row * cell.height
      const distance = distanceOf({ x, y }, aspect)
      if (distance >= hole) found.push({ x, y, distance })
    }
  return found.toSorted((a, b) => a.distance - b.distance || a.y - b.y || a.x - b.x).slice(0, count)
}

/** Spreads ordered angles until neighbours have enough room. */
function apart(angles: readonly number[]): number[] {
  const moved = [...angles]
  const least = (full / moved.length) * 0.8
  for (let round = 0; round < 60; round++)
    for (let index = 0; index < moved.length; index++) {
      const next = (index + 1) % moved.length
      const lap = next === 0 ? full : 0
      const lack = least - ((moved[next] ?? 0) + lap - (moved[index] ?? 0))
      if (lack <= 0) continue
      moved[index] = (moved[index] ?? 0) - lack / 2
      moved[next] = (moved[next] ?? 0) + lack / 2
    }
  return moved
}

/** Radius of the middle's ring; 0 for a single site. */
const ringOf = (count: number, room: number): number => (count < 2 ? 0 : Math.max(room * 1.4, (count * room) / 3.4))

/** Places the sites of the middle, each in the direction of the sites around it. */
function placeMiddle(middle: Groups['middle'], around: readonly Point[][], { radius, aspect }: { radius: number; aspect: number }) {
  let last = 0
  const wanted = middle.map((_, index) => {
    const points = around[index] ?? []
    const point = points[Math.floor(points.length / 2)]
    if (point) last = Math.max(last, angleOf(point, aspect))
    return last
  })
  const angles = apart(wanted)
  return middle.map(({ site }, index) => {
    const angle = (angles[index] ?? 0) - Math.PI
    return placed(site, { x: Math.cos(angle) * radius * aspect, y: Math.sin(angle) * radius }, 'middle')
  })
}

/**
 * Computes the layout: sites of the middle on a ring, the others in a grid around them, each in the direction of the middle site to which
 * it has most connections; unconnected sites outermost. Deterministic. `aspect` is width by height.
 */
export function layOut(overlay: Overlay, { middle: mode, aspect }: { middle: string; aspect: number }): MapLayout {
  const { middle, apart: others } = groupsOf(overlay, mode)
  const linked = middle.flatMap(({ around }) => around)
  const boxes = [...linked, ...others].map((site) => boxOf(site, 'around'))
  const largest = middle.map(({ site }) => boxOf(site, 'middle'))
  const cell = {
    width: Math.max(leastCell.width, ...boxes.map(({ width }) => width + gap.width)),
    height: Math.max(leastCell.height, ...boxes.map(({ height }) => height + gap.height)),
  }
  const room = Math.max(0, ...largest.flatMap(({ width, height }) => [(width + 60) / aspect, height + 18]))
  const radius = ringOf(middle.length, room)
  const hole = middle.length === 0 ? 0 : radius + room / 2 + cell.height * (middle.length < 2 ? 0.8 : 1)
  const cells = cellsAround(boxes.length, { hole, aspect, cell })
  const inOrder = cells.slice(0, linked.length).toSorted((a, b) => angleOf(a, aspect) - angleOf(b, aspect) || a.x - b.x || a.y - b.y)
  let next = 0
  const around = middle.map((group) => inOrder.slice(next, (next += group.around.length)))
  const sites = [
    ...placeMiddle(middle, around, { radius, aspect }),
    ...linked.map((site, index) => placed(site, inOrder[index] ?? { x: 0, y: 0 }, 'around')),
    ...others.map((site, index) => placed(site, cells[linked.length + index] ?? { x: 0, y: 0 }, 'around')),
  ]
  const devices = new Map(sites.flatMap((site) => site.devices.map((device): [string, PlacedDevice] => [device.device.oid, device])))
  return { sites, devices, cell, bounds: boundsOf(sites) }
}

function boundsOf(sites: readonly PlacedSite[]): MapLayout['bounds'] {
  if (sites.length === 0) return { x: 0, y: 0, width: 1, height: 1 }
  const margin = 24
  const left = Math.min(...sites.map(({ x, width }) => x - width / 2)) - margin
  const right = Math.max(...sites.map(({ x, width }) => x + width / 2)) + margin
  const top = Math.min(...sites.map(({ y, height }) => y - height / 2)) - margin
  const bottom = Math.max(...sites.map(({ y, height }) => y + height / 2)) + margin
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** SVG path of a link; links of different networks between the same devices do not overlap. */
export function curveOf({ from, to }: MapLink, { devices }: MapLayout, network: { index: number; count: number }): string {
  const start = devices.get(from)
  const end = devices.get(to)
  if (!start || !end) return ''
  const across = end.x - start.x
  const down = end.y - start.y
  const length = Math.hypot(across, down) || 1
  const bend = (network.index - (network.count - 1) / 2) * Math.min(16, length / 8) + length * 0.05
  const x = (start.x + end.x) / 2 - (down / length) * bend
  const y = (start.y + end.y) / 2 + (across / length) * bend
  return `M${round(start.x)} ${round(start.y)}Q${round(x)} ${round(y)} ${round(end.x)} ${round(end.y)}`
}

const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The nearest device in the direction of an arrow key, preferring devices straight ahead; undefined at the edge and for other keys. */
export function neighbourOf(from: PlacedDevice, key: string, { devices }: MapLayout): PlacedDevice | undefined {
  const [x, y] = directions[key] ?? [0, 0]
  let best: PlacedDevice | undefined
  let least = Infinity
  for (const other of devices.values()) {
    const across = other.x - from.x
    const down = other.y - from.y
    const ahead = across * x + down * y
    const aside = Math.abs(across * y) + Math.abs(down * x)
    if (ahead <= 0.5 || ahead + aside * 2 >= least) continue
    best = other
    least = ahead + aside * 2
  }
  return best
}
