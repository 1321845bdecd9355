import { memo, useMemo } from 'react'
import { curveOf, type MapLayout, type PlacedDevice, type PlacedSite } from './layout.ts'
import { lineLook, Mark, markKind } from './marks.tsx'
import type { MapLink } from './overlay.ts'

interface LinesProps {
  links: readonly MapLink[]
  layout: MapLayout
  networks: readonly string[]
  /** Hidden networks. */
  hidden: ReadonlySet<string>
  look: 'all' | 'lit'
}

/** All links, one SVG path per network, so that the browser handles few shapes. */
export const Lines = memo(function Lines({ links, layout, networks, hidden, look }: LinesProps) {
  return (
    <g className={look} aria-hidden>
      {networks.map((network, index) => {
        if (hidden.has(network)) return null
        const own = links.filter(({ transportNetwork }) => transportNetwork === network)
        const curves = own.map((link) => curveOf(link, layout, { index, count: networks.length })).join('')
        return curves && <path key={network} className="line" d={curves} {...lineLook(index)} />
      })}
    </g>
  )
})

/** Path and label of a device. */
export interface DeviceLink {
  path: string | undefined
  label: string
}

interface SiteProps {
  placed: PlacedSite
  middle: string
  isDim: boolean
  /** Oids of this site's devices that match the search, separated by spaces. */
  wanted: string
  /** The focused device of this site. */
  current: string | undefined
  linkTo: (at: PlacedDevice) => DeviceLink
}

/** A site: a box with its devices. */
export const Site = memo(function Site({ placed, middle, isDim, wanted, current, linkTo }: SiteProps) {
  const { site, x, y, width, height, isMiddle } = placed
  const found = wanted.split(' ')
  const links = useMemo(() => placed.devices.map((at) => ({ at, ...linkTo(at) })), [placed, linkTo])
  return (
    <g data-site={site.oid} data-dim={isDim || undefined} data-middle={isMiddle || undefined} className="site">
      <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx={isMiddle ? 8 : 5} />
      {links.map(({ at, path, label }) => (
        <a
          key={at.device.oid}
          data-device={at.device.oid}
          data-found={found.includes(at.device.oid) || undefined}
          href={path}
          tabIndex={at.device.oid === current ? 0 : -1}
          aria-label={label}
        >
          <g transform={`translate(${at.x} ${at.y})`}>
            <circle className="room" r={isMiddle ? 11 : 7} />
            <Mark
              kind={markKind(at.device, middle)}
              isHollow={at.device.provisioned === false}
              isCut={at.device.enabledWans === 0 && at.device.mode !== null}
            />
          </g>
        </a>
      ))}
    </g>
  )
})
