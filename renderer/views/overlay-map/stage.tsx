import { chakra } from '@chakra-ui/react'
import { Maximize, Minus, Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent, SyntheticEvent } from 'react'
import { onReturn } from '../../data/page-history.ts'
import { IconButton } from '../../parts/controls/button.tsx'
import type { Translate } from '../../widgets/contract.ts'
import type { CameraPlace } from './camera-view.ts'
import { isUnderCard } from './card-side.ts'
import { MapCard, type CardSubject } from './card.tsx'
import { type MapLayout, neighbourOf, type PlacedDevice } from './layout.ts'
import { markColors } from './marks.tsx'
import type { MapDevice, MapLink } from './overlay.ts'
import { MiddleNames, SiteNames } from './names.tsx'
import { Lines, Site, type DeviceLink } from './picture.tsx'
import { useCamera, type Camera } from './use-camera.ts'
import { useHighlight, type Target } from './use-highlight.ts'
import type { MapMemory } from './use-map-memory.ts'
import { useSteps } from './use-layout.ts'

interface StageProps {
  layout: MapLayout
  links: readonly MapLink[]
  linksOf: (oid: string) => readonly MapLink[]
  networks: readonly string[]
  hidden: ReadonlySet<string>
  found: ReadonlySet<string> | undefined
  middle: string
  kindOf: (device: MapDevice) => string
  pathTo: (at: PlacedDevice) => string | undefined
  go: (path: string) => void
  memory: MapMemory
  language: string
  t: Translate
}

const Picture = chakra('svg', {
  base: {
    position: 'absolute',
    inset: 0,
    width: 'full',
    height: 'full',
    cursor: 'grab',
    userSelect: 'none',
    overflow: 'visible',
    transformOrigin: '0 0',
    willChange: 'transform',
    _active: { cursor: 'grabbing' },
    '& .line': { fill: 'none', strokeWidth: '1px', vectorEffect: 'non-scaling-stroke', strokeLinecap: 'butt' },
    '& .all': { opacity: 0.75 },
    '&[data-many] .all': { opacity: 0.45 },
    '&[data-lit] .all': { opacity: 0.07 },
    '& .lit .line': { strokeWidth: '1.75px' },
    '& .site rect': { fill: 'bg.subtle', stroke: 'border.strong', strokeWidth: '1px', vectorEffect: 'non-scaling-stroke' },
    '& .site[data-middle] rect': { fill: 'bg.raised', stroke: 'accent.dot' },
    '& .site[data-dim]': { opacity: 0.28 },
    '& .site:hover rect': { stroke: 'fg.muted' },
    '& a': { cursor: 'pointer', outline: 'none' },
    '& .room': { fill: 'transparent' },
    '& a:hover .room': { fill: 'bg.muted' },
    '& a[data-found] .room': { fill: 'warning.muted', stroke: 'warning.dot', strokeWidth: '1.5px' },
    '& a:focus-visible .room': { stroke: 'accent.solid', strokeWidth: '2px', fill: 'bg.surface' },
    // Constant text size at every scale, with an outline over lines.
    '& text': {
      textAnchor: 'middle',
      fill: 'fg.muted',
      fontSize: 'calc(11px / var(--scale, 1))',
      pointerEvents: 'none',
      paintOrder: 'stroke',
      stroke: 'bg.surface',
      strokeWidth: 'calc(3px / var(--scale, 1))',
      strokeLinejoin: 'round',
    },
    '& .below': { transform: 'translateY(calc(13px / var(--scale, 1)))' },
    '& .names text': { fill: 'fg', fontWeight: 'semibold', fontSize: 'calc(12px / var(--scale, 1))' },
    '& text[data-dim]': { opacity: 0.4 },
    ...markColors,
  },
})

/** Number of links above which they are fainter, so that sites stand out. */
const manyLinks = 200

/** Value of an attribute at the closest element to an event's target. */
const identifierAt = ({ target }: SyntheticEvent, attribute: string): string | undefined =>
  (target instanceof Element && target.closest(`[${attribute}]`)?.getAttribute(attribute)) || undefined

const isPlain = (event: MouseEvent): boolean => event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey

const markAt = ({ target }: SyntheticEvent): Element | undefined =>
  (target instanceof Element && target.closest('[data-device], [data-site]')) || undefined

function targetAt(event: SyntheticEvent): Target | undefined {
  const device = identifierAt(event, 'data-device')
  if (device !== undefined) return { device }
  const site = identifierAt(event, 'data-site')
  return site === undefined ? undefined : { site }
}

const isSame = (one: Target | undefined, other: Target | undefined): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Hook: the hovered or focused target, and the pinned one. */
function useTarget({ returned, keep }: MapMemory) {
  const [passing, setPassing] = useState<Target>()
  const [pinned, setPinned] = useState(returned?.pinned)
  const [isAside, setAside] = useState(false)
  const pass = useCallback((next: Target | undefined, mark?: Element) => {
    setPassing((before) => (isSame(before, next) ? before : next))
    const map = mark?.closest('svg')?.parentElement
    if (mark && map) setAside(isUnderCard(mark, map))
  }, [])
  const pin = useCallback(
    (next: Target | undefined) => {
      setPinned(next)
      keep({ pinned: next })
    },
    [keep],
  )
  return { passing, pass, pinned, pin, target: passing ?? pinned, isAside }
}

/** The interactive map with its card and buttons. */
export function Stage(props: StageProps) {
  const { layout, links, linksOf, networks, hidden, found, middle, kindOf, pathTo, go, memory, t } = props
  const svg = useRef<SVGSVGElement>(null)
  const world = useRef<SVGGElement>(null)
  const letters = useRef<SVGGElement>(null)
  const { returned, keep } = memory
  const onRest = useCallback((place: CameraPlace | undefined) => keep({ camera: place }), [keep])
  const camera = useCamera({ svg, world, letters, layout, from: returned?.camera, onRest })
  const { passing, pass, pinned, pin, target, isAside } = useTarget(memory)
  const [at, setAt] = useState(returned?.at)
  const current = layout.devices.get(at ?? '') ?? [...layout.devices.values()][0]
  const highlight = useHighlight(target, { layout, linksOf, hidden, found })
  const subject = subjectOf(target, layout)
  const linkTo = useDeviceLink(props)
  const drawn = useSteps(layout.sites.length)
  const sites = useMemo(() => layout.sites.slice(0, drawn), [layout, drawn])
  useReturnedDevice(svg, { oid: returned?.at, isDrawn: drawn === layout.sites.length })

  const press = useKeys({ layout, camera, svg, pathTo, go, pin })
  const click = (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    if (camera.hasDragged() && event.detail > 0) return
    const next = targetAt(event)
    const device = next && 'device' in next ? layout.devices.get(next.device) : undefined
    const path = device && pathTo(device)
    // Clicks of assistive technology have no pointer and open the page, as do Enter and double click.
    if (path !== undefined && (event.detail === 0 || event.detail === 2)) go(path)
    else pin(next)
  }
  const summary = t('list.map.about', { devices: layout.devices.size, sites: layout.sites.length })
  return (
    <>
      <Picture
        ref={svg}
        role="group"
        aria-label={summary}
        aria-busy={drawn < layout.sites.length}
        data-lit={highlight ? '' : undefined}
        data-many={links.length > manyLinks ? '' : undefined}
        onPointerOver={(event) => pass(targetAt(event), markAt(event))}
        onPointerLeave={() => pass(undefined)}
        onFocus={(event) => {
          const oid = identifierAt(event, 'data-device')
          if (oid === undefined) return
          setAt(oid)
          keep({ at: oid })
          if (event.target.matches(':focus-visible')) pass({ device: oid }, markAt(event))
        }}
        onBlur={() => pass(undefined)}
        onClick={click}
        onKeyDown={press}
        // Dragging a link moves the map.
        onDragStart={(event) => event.preventDefault()}
      >
        <g ref={world}>
          <Lines links={links} layout={layout} networks={networks} hidden={hidden} look="all" />
          {highlight && <Lines links={highlight.links} layout={layout} networks={networks} hidden={hidden} look="lit" />}
          {sites.map((placed) => (
            <Site
              key={placed.site.oid}
              placed={placed}
              middle={middle}
              isDim={highlight !== undefined && !placed.devices.some(({ device }) => highlight.devices.has(device.oid))}
              wanted={found ? placed.devices.flatMap(({ device }) => (found.has(device.oid) ? [device.oid] : [])).join(' ') : ''}
              current={current?.site === placed.site ? current.device.oid : undefined}
              linkTo={linkTo}
            />
          ))}
          <g ref={letters} aria-hidden>
            <SiteNames sites={sites} detail={camera.detail} lit={highlight?.devices} />
            <MiddleNames sites={sites} scale={camera.scale} middle={middle} lit={highlight?.devices} />
          </g>
        </g>
      </Picture>
      {found && <FoundNote count={[...layout.devices.keys()].filter((oid) => found.has(oid)).length} language={props.language} t={t} />}
      <ZoomButtons camera={camera} t={t} />
      {subject && (
        <MapCard
          subject={subject}
          isPinned={passing === undefined || isSame(passing, pinned)}
          isAside={isAside}
          linksOf={linksOf}
          networks={networks}
          middle={middle}
          kindOf={kindOf}
          pathTo={pathTo}
          go={go}
          onClose={() => pin(undefined)}
          language={props.language}
          t={t}
        />
      )}
    </>
  )
}

function subjectOf(target: Target | undefined, layout: MapLayout): CardSubject | undefined {
  if (!target) return undefined
  if ('device' in target) {
    const device = layout.devices.get(target.device)
    return device && { device }
  }
  const site = layout.sites.find((one) => one.site.oid === target.site)
  return site && { site }
}

/** Hook: label and path of a device. */
function useDeviceLink({ kindOf, pathTo, linksOf, t }: StageProps): (at: PlacedDevice) => DeviceLink {
  return useCallback(
    (at) => ({
      path: pathTo(at),
      label: t('list.map.device', {
        name: at.device.name,
        kind: kindOf(at.device),
        site: at.site.name,
        networks: at.device.networks.join(', '),
        count: linksOf(at.device.oid).reduce((sum, { count }) => sum + count, 0),
      }),
    }),
    [kindOf, pathTo, linksOf, t],
  )
}

/** The mark of a device. */
const markOf = (svg: SVGSVGElement | null, oid: string): SVGAElement | null =>
  svg?.querySelector<SVGAElement>(`[data-device="${CSS.escape(oid)}"]`) ?? null

/** Hook: restores the focus to the device that had it when the map was left. */
function useReturnedDevice(svg: React.RefObject<SVGSVGElement | null>, { oid, isDrawn }: { oid: string | undefined; isDrawn: boolean }) {
  const isDone = useRef(false)
  useEffect(() => {
    if (oid === undefined || !isDrawn || isDone.current) return undefined
    return onReturn(
      () => svg.current?.parentElement ?? null,
      () => {
        isDone.current = true
        markOf(svg.current, oid)?.focus({ preventScroll: true })
      },
    )
  }, [svg, oid, isDrawn])
}

interface KeysOf extends Pick<StageProps, 'layout' | 'pathTo' | 'go'> {
  camera: Camera
  svg: React.RefObject<SVGSVGElement | null>
  pin: (target: Target | undefined) => void
}

/** Pan distance in pixels for Shift and an arrow key. */
const stride = 80
const strides: Record<string, readonly [number, number]> = {
  ArrowRight: [-stride, 0],
  ArrowLeft: [stride, 0],
  ArrowDown: [0, -stride],
  ArrowUp: [0, stride],
}

/** Hook: arrow keys move between devices, with Shift they pan; Enter opens, Space pins; plus, minus and 0 zoom. */
function useKeys({ layout, camera, svg, pathTo, go, pin }: KeysOf) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const from = layout.devices.get(identifierAt(event, 'data-device') ?? '')
    const scaling: Record<string, () => void> = {
      '+': () => camera.zoomBy(1, from),
      '=': () => camera.zoomBy(1, from),
      '-': () => camera.zoomBy(-1, from),
      '0': () => camera.fit(),
      Escape: () => pin(undefined),
    }
    const stridden = event.shiftKey ? strides[event.key] : undefined
    const next = from && neighbourOf(from, event.key, layout)
    const path = from && pathTo(from)
    if (stridden) camera.moveBy(...stridden)
    else if (scaling[event.key]) scaling[event.key]?.()
    else if (event.key === 'Enter' && path !== undefined) go(path)
    else if (event.key === ' ' && from) pin({ device: from.device.oid })
    else if (next) {
      markOf(svg.current, next.device.oid)?.focus({ preventScroll: true })
      camera.reveal(next)
    } else if (!(event.key in strides)) return
    event.preventDefault()
  }
}

/** Number of devices that match search and filters. */
function FoundNote({ count, language, t }: { count: number; language: string; t: Translate }) {
  return (
    <chakra.p
      role="status"
      position="absolute"
      top={3}
      insetInlineStart={3}
      px={2.5}
      py={1}
      bg="bg.raised"
      borderRadius="md"
      boxShadow="raised"
      fontSize="sm"
      pointerEvents="none"
    >
      {count === 0 ? t('list.map.foundNone') : t('list.map.found', { count, number: new Intl.NumberFormat(language).format(count) })}
    </chakra.p>
  )
}

function ZoomButtons({ camera, t }: { camera: Camera; t: Translate }) {
  return (
    <chakra.div
      data-still
      position="absolute"
      insetInlineEnd={3}
      bottom={3}
      display="grid"
      bg="bg.raised"
      borderRadius="md"
      boxShadow="raised"
      role="group"
      aria-label={t('list.map.zoom')}
    >
      <IconButton label={t('list.map.zoomIn')} icon={<Plus aria-hidden />} onClick={() => camera.zoomBy(1)} />
      <IconButton label={t('list.map.zoomOut')} icon={<Minus aria-hidden />} onClick={() => camera.zoomBy(-1)} />
      <IconButton label={t('list.map.fit')} icon={<Maximize aria-hidden />} onClick={() => camera.fit()} />
    </chakra.div>
  )
}
