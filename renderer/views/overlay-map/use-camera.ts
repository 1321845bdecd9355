import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { clamp, fitted, placeOf, revealing, sizeOf, viewAt, type CameraPlace, type View } from './camera-view.ts'
import { followPointers } from './follow-pointers.ts'
import type { MapLayout, Point } from './layout.ts'

/** Level of detail of names: none, short, long, complete. */
export type Detail = 0 | 1 | 2 | 3

/** Minimum scale, by level of detail. */
const detailFrom = [0, 1.2, 2, 3]
const step = 1.35

const detailAt = (scale: number): Detail => detailFrom.findLastIndex((from) => scale >= from) as Detail

export interface Camera {
  detail: Detail
  scale: number
  /** `seen` is kept visible. */
  zoomBy: (steps: number, seen?: Point) => void
  moveBy: (x: number, y: number) => void
  fit: () => void
  /** Pans until a map point is visible. */
  reveal: (point: Point) => void
  /** Whether the map was dragged since pointer down, so that the release is no click. */
  hasDragged: () => boolean
}

interface Stage {
  svg: React.RefObject<SVGSVGElement | null>
  world: React.RefObject<SVGGElement | null>
  /** Group of all texts, which follow the scale through `--scale`. */
  letters: React.RefObject<SVGGElement | null>
  layout: MapLayout
  /** Initial view. @default everything */
  from: CameraPlace | undefined
  /** Called with the view when the map comes to rest; undefined while it shows everything. */
  onRest: (place: CameraPlace | undefined) => void
}

/** Milliseconds without movement until the map is redrawn. */
const restMs = 140

/** Hook: applies a view: `show` during movement, `settle` at rest. `scale` is the scale of the last drawing. */
function usePicture({ svg, world, letters, onRest }: Pick<Stage, 'svg' | 'world' | 'letters'> & { onRest: (view: View) => void }) {
  const view = useRef<View>({ scale: 1, x: 0, y: 0 })
  /** The view of the last drawing. */
  const drawn = useRef<View>({ scale: 1, x: 0, y: 0 })
  const [scale, setScale] = useState(1)
  const frame = useRef(0)
  const rest = useRef(0)

  const draw = useCallback(() => {
    const { scale: now, x, y } = view.current
    drawn.current = view.current
    world.current?.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${now.toFixed(4)})`)
    svg.current?.style.setProperty('transform', 'none')
    onRest(view.current)
    if (letters.current?.style.getPropertyValue('--scale') === now.toFixed(3)) return
    letters.current?.style.setProperty('--scale', now.toFixed(3))
    startTransition(() => setScale(now))
  }, [svg, world, letters, onRest])
  const move = useCallback(() => {
    frame.current = 0
    const ratio = view.current.scale / drawn.current.scale
    const x = view.current.x - ratio * drawn.current.x
    const y = view.current.y - ratio * drawn.current.y
    svg.current?.style.setProperty('transform', `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${ratio.toFixed(4)})`)
    clearTimeout(rest.current)
    rest.current = window.setTimeout(draw, restMs)
  }, [svg, draw])
  const show = useCallback(
    (next: View) => {
      view.current = next
      if (frame.current === 0) frame.current = requestAnimationFrame(move)
    },
    [move],
  )
  const stop = useCallback(() => {
    cancelAnimationFrame(frame.current)
    clearTimeout(rest.current)
    frame.current = 0
  }, [])
  const settle = useCallback(
    (next: View) => {
      stop()
      view.current = next
      draw()
    },
    [stop, draw],
  )
  useEffect(() => stop, [stop])
  return { view, scale, show, settle }
}

interface FirstView {
  layout: MapLayout
  from: CameraPlace | undefined
  isFitted: React.RefObject<boolean>
  fit: () => void
  show: (place: CameraPlace) => void
}

/** Hook: the initial view. A map with other devices is shown completely; with the same devices, the person's view is kept. */
function useFirstView({ layout, from, isFitted, fit, show }: FirstView): void {
  const shown = useRef<MapLayout>(undefined)
  useLayoutEffect(() => {
    const before = shown.current
    if (before === layout) return
    shown.current = layout
    if (before === undefined && from) show(from)
    else if (isFitted.current || (before !== undefined && !hasSameDevices(before, layout))) fit()
  })
}

const hasSameDevices = (one: MapLayout, other: MapLayout): boolean =>
  one.devices.size === other.devices.size && [...one.devices.keys()].every((oid) => other.devices.has(oid))

/**
 * Hook: wheel, pinch and drag move and zoom the map. During movement the browser transforms the existing drawing; at rest it is redrawn,
 * and the scale becomes state, which determines the names.
 */
export function useCamera({ svg, world, letters, layout, from, onRest }: Stage): Camera {
  const isFitted = useRef(from === undefined)
  const rest = useCallback(
    (at: View) => onRest(isFitted.current || !svg.current ? undefined : placeOf(at, sizeOf(svg.current))),
    [onRest, svg],
  )
  const { view, scale, show, settle } = usePicture({ svg, world, letters, onRest: rest })
  const dragged = useRef(false)

  const go = useCallback(
    (next: View) => {
      isFitted.current = false
      show(next)
    },
    [show],
  )
  const zoomAt = useCallback(
    (factor: number, { x, y }: Point) => {
      const now = view.current
      const next = clamp(now.scale * factor)
      const ratio = next / now.scale
      go({ scale: next, x: x - (x - now.x) * ratio, y: y - (y - now.y) * ratio })
    },
    [go, view],
  )
  const moveBy = useCallback((x: number, y: number) => go({ ...view.current, x: view.current.x + x, y: view.current.y + y }), [go, view])
  const fit = useCallback(() => {
    const { width, height } = sizeOf(svg.current)
    if (width === 0 || height === 0) return
    isFitted.current = true
    settle(fitted(layout.bounds, { width, height }))
  }, [layout, settle, svg])
  useFirstView({ layout, from, isFitted, fit, show: (place) => settle(viewAt(place, sizeOf(svg.current))) })

  useEffect(() => {
    const element = svg.current?.parentElement
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      if (isFitted.current) fit()
    })
    observer.observe(element)
    const stop = followPointers(element, { zoomAt, moveBy, dragged })
    return () => {
      observer.disconnect()
      stop()
    }
  }, [svg, fit, zoomAt, moveBy])

  return useMemo(() => {
    const middle = (): Point => {
      const { width, height } = sizeOf(svg.current)
      return { x: width / 2, y: height / 2 }
    }
    const reveal = (point: Point): void => {
      const next = revealing(view.current, point, sizeOf(svg.current))
      if (next) go(next)
    }
    return {
      detail: detailAt(scale),
      scale,
      zoomBy: (steps, seen) => {
        zoomAt(step ** steps, middle())
        if (seen) reveal(seen)
      },
      moveBy,
      fit,
      reveal,
      hasDragged: () => dragged.current,
    }
  }, [scale, zoomAt, moveBy, go, fit, svg, view])
}
