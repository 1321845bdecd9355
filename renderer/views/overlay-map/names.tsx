import { memo } from 'react'
import type { PlacedSite } from './layout.ts'
import type { Detail } from './use-camera.ts'

interface NamesProps {
  sites: readonly PlacedSite[]
  /** Highlighted devices; undefined for all. */
  lit: ReadonlySet<string> | undefined
}

const isDim = ({ devices }: PlacedSite, lit: NamesProps['lit']): true | undefined =>
  (lit && !devices.some(({ device }) => lit.has(device.oid))) || undefined

/** Maximum length of a name, by level of detail. */
const letters = [0, 17, 26, 100]
const shortened = (name: string, room: number): string => (name.length > room ? `${name.slice(0, room - 1).trimEnd()}…` : name)

/** Names of the outer sites, as far as there is room. */
export const SiteNames = memo(function SiteNames({ sites, detail, lit }: NamesProps & { detail: Detail }) {
  if (detail === 0) return null
  return sites.flatMap((placed) => {
    const { site, x, y, height, isMiddle } = placed
    if (isMiddle) return []
    return [
      <text key={site.oid} className="below" x={x} y={y + height / 2} data-dim={isDim(placed, lit)}>
        {shortened(site.name, letters[detail] ?? 0)}
      </text>,
    ]
  })
})

interface Area {
  left: number
  right: number
  top: number
  bottom: number
}

const overlap = (one: Area, other: Area): boolean =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

/** Pixels. */
const letterWidth = 6.6
const letterHeight = 11

/**
 * Names of the middle in constant size; one that would overlap another name or a box is placed above its own box, or hidden until there is
 * room.
 */
export const MiddleNames = memo(function MiddleNames({ sites, scale, middle, lit }: NamesProps & { scale: number; middle: string }) {
  const taken: Area[] = sites.flatMap(({ x, y, width, height, isMiddle }) =>
    isMiddle ? [{ left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }] : [],
  )
  return (
    <g className="names">
      {sites.flatMap((placed) => {
        const { site, devices, x, y, height, isMiddle } = placed
        if (!isMiddle) return []
        const [first, ...more] = devices.filter(({ device }) => device.mode === middle).map(({ device }) => device.name)
        const name = `${shortened(first ?? '', scale < 0.8 ? 18 : 26)}${more.length > 0 ? ` +${more.length}` : ''}`
        const half = ((name.length * letterWidth) / 2 + 4) / scale
        const areaAt = (at: number): Area => ({ left: x - half, right: x + half, top: at - letterHeight / scale, bottom: at + 2 / scale })
        const places = [y + height / 2 + (letterHeight + 3) / scale, y - height / 2 - 5 / scale]
        const free = places.find((at) => !taken.some((area) => overlap(area, areaAt(at))))
        if (free === undefined) return []
        taken.push(areaAt(free))
        return [
          <text key={site.oid} x={x} y={free} data-dim={isDim(placed, lit)}>
            {name}
          </text>,
        ]
      })}
    </g>
  )
})
