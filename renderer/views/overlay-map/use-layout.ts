import { useCallback, useEffect, useMemo, useState } from 'react'
import { layOut, type MapLayout } from './layout.ts'
import type { Overlay } from './overlay.ts'

/** Supported aspect ratios; only a few, so that small resizes do not move anything. */
const aspects = [0.7, 1, 1.4, 1.8, 2.2]

const nearestAspect = ({ width, height }: { width: number; height: number }): number => {
  const wanted = height === 0 ? 1.8 : width / height
  return aspects.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best))
}

/** Hook: the layout for the size of the element of `ref`; undefined until measured. */
export function useLayout(overlay: Overlay, middle: string): { ref: (element: HTMLElement | null) => void; layout: MapLayout | undefined } {
  const [aspect, setAspect] = useState<number>()
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    setAspect(nearestAspect(element.getBoundingClientRect()))
    const observer = new ResizeObserver(([entry]) => entry && setAspect(nearestAspect(entry.contentRect)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const layout = useMemo(() => (aspect === undefined ? undefined : layOut(overlay, { middle, aspect })), [overlay, middle, aspect])
  return { ref, layout }
}

/** Number of elements rendered per frame, to stay responsive. */
const perFrame = 24

/** Hook: how many of `total` elements to render so far; grows with every frame. */
export function useSteps(total: number): number {
  const [drawn, setDrawn] = useState(perFrame)
  useEffect(() => {
    if (drawn >= total) return undefined
    const frame = requestAnimationFrame(() => setDrawn(drawn + perFrame))
    return () => cancelAnimationFrame(frame)
  }, [drawn, total])
  return Math.min(drawn, total)
}
