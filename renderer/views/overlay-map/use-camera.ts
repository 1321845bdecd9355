import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { followPointers } from './follow-pointers.ts'
import type { MapLayout, Point } from './layout.ts'

/** What part of the map is seen: a point of the map times `scale`, moved by `x` and `y`, is a point of the window. */
interface View extends Point {
  scale: number
}

/** How much is written beside things: nothing, short names, long ones, whole ones. */
export type Detail = 0 | 1 | 2 | 3

const scales = { least: 0.2, most: 4, fitted: 1.6 }
/** From which scale on names are written, by detail. */
const detailFrom = [0, 1.2, 2, 3]
const step = 1.35

const clamp = (scale: number): number => Math.min(scales.most, Math.max(scales.least, scale))
const detailAt = (scale: number): Detail => detailFrom.findLastIndex((from) => scale >= from) as Detail

function fitted(bounds: MapLayout['bounds'], { width, height }: { width: number; height: number }): View {
  const scale = Math.min(width / bounds.width, height / bounds.height, scales.fitted)
  return {
    scale,
    x: width / 2 - (bounds.x + bounds.width / 2) * scale,
    y: height / 2 - (bounds.y + bounds.height / 2) * scale,
  }
}

/** Pixels between the edge and what is to be seen. */
const margin = 40

/** The view moved so far that a point of the map is seen; undefined where it is already. */
function revealing(now: View, point: Point, { width, height }: { width: number; height: number }): View | undefined {
  const lack = (at: number, size: number): number => Math.max(margin - at, 0) + Math.min(size - margin - at, 0)
  const x = lack(point.x * now.scale + now.x, width)
  const y = lack(point.y * now.scale + now.y, height)
  return x === 0 && y === 0 ? undefined : { ...now, x: now.x + x, y: now.y + y }
}

export interface Camera {
  detail: Detail
  scale: number
  zoomBy: (steps: number) => void
  moveBy: (x: number, y: number) => void
  fit: () => void
  /** Moves as far as is needed to see a point of the map. */
  reveal: (point: Point) => void
  /** A drag has moved the map since the pointer went down, so its end is no click. */
  hasDragged: () => boolean
}

interface Stage {
  svg: React.RefObject<SVGSVGElement | null>
  world: React.RefObject<SVGGElement | null>
  /** Holds all that is written, which follows the scale: `--scale`. */
  letters: React.RefObject<SVGGElement | null>
  bounds: MapLayout['bounds']
}

/** Milliseconds without movement after which the picture is drawn at its new scale and place. */
const restMs = 140

/** Hook: shows a view: `show` while things move, `settle` at once. `scale` is that of the picture as it is drawn. */
function usePicture({ svg, world, letters }: Omit<Stage, 'bounds'>) {
  const view = useRef<View>({ scale: 1, x: 0, y: 0 })
  /** The view for which the picture is drawn. */
  const drawn = useRef<View>({ scale: 1, x: 0, y: 0 })
  const [scale, setScale] = useState(1)
  const frame = useRef(0)
  const rest = useRef(0)

  const draw = useCallback(() => {
    const { scale: now, x, y } = view.current
    drawn.current = view.current
    world.current?.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${now.toFixed(4)})`)
    svg.current?.style.setProperty('transform', 'none')
    if (letters.current?.style.getPropertyValue('--scale') === now.toFixed(3)) return
    letters.current?.style.setProperty('--scale', now.toFixed(3))
    startTransition(() => setScale(now))
  }, [svg, world, letters])
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

/**
 * Hook: wheel, pinch and drag move and scale the map. While it moves, the browser moves the picture that it has already drawn; only when it
 * has come to rest it is drawn anew, and the scale becomes state, for names follow it.
 */
export function useCamera({ svg, world, letters, bounds }: Stage): Camera {
  const { view, scale, show, settle } = usePicture({ svg, world, letters })
  const isFitted = useRef(true)
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
      const from = view.current
      const next = clamp(from.scale * factor)
      const ratio = next / from.scale
      go({ scale: next, x: x - (x - from.x) * ratio, y: y - (y - from.y) * ratio })
    },
    [go, view],
  )
  const moveBy = useCallback((x: number, y: number) => go({ ...view.current, x: view.current.x + x, y: view.current.y + y }), [go, view])
  const fit = useCallback(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = svg.current ?? {}
    if (width === 0 || height === 0) return
    isFitted.current = true
    settle(fitted(bounds, { width, height }))
  }, [bounds, settle, svg])

  useLayoutEffect(fit, [fit])
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
    const middle = (): Point => ({ x: (svg.current?.clientWidth ?? 0) / 2, y: (svg.current?.clientHeight ?? 0) / 2 })
    return {
      detail: detailAt(scale),
      scale,
      zoomBy: (steps) => zoomAt(step ** steps, middle()),
      moveBy,
      fit,
      reveal: (point) => {
        const next = revealing(view.current, point, { width: svg.current?.clientWidth ?? 0, height: svg.current?.clientHeight ?? 0 })
        if (next) go(next)
      },
      hasDragged: () => dragged.current,
    }
  }, [scale, zoomAt, moveBy, go, fit, svg, view])
}
