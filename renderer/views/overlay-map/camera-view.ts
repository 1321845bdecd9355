import type { MapLayout, Point } from './layout.ts'

/** Transform of the map: a map point times `scale` plus `x` and `y` is a window point. */
export interface View extends Point {
  scale: number
}

const scales = { least: 0.2, most: 4, fitted: 1.6 }

export const clamp = (scale: number): number => Math.min(scales.most, Math.max(scales.least, scale))

/** The visible part independent of window size: the scale and the map point in the middle. */
export interface CameraPlace {
  scale: number
  middle: Point
}

interface Size {
  width: number
  height: number
}

export const placeOf = ({ scale, x, y }: View, { width, height }: Size): CameraPlace => ({
  scale,
  middle: { x: (width / 2 - x) / scale, y: (height / 2 - y) / scale },
})

export const viewAt = ({ scale, middle }: CameraPlace, { width, height }: Size): View => ({
  scale,
  x: width / 2 - middle.x * scale,
  y: height / 2 - middle.y * scale,
})

export const sizeOf = (svg: SVGSVGElement | null): Size => ({ width: svg?.clientWidth ?? 0, height: svg?.clientHeight ?? 0 })

export function fitted(bounds: MapLayout['bounds'], { width, height }: { width: number; height: number }): View {
  const scale = Math.min(width / bounds.width, height / bounds.height, scales.fitted)
  return {
    scale,
    x: width / 2 - (bounds.x + bounds.width / 2) * scale,
    y: height / 2 - (bounds.y + bounds.height / 2) * scale,
  }
}

/** Margin in pixels around revealed points. */
const margin = 40

/** The view moved to show a map point; undefined if it is visible already. */
export function revealing(now: View, point: Point, { width, height }: { width: number; height: number }): View | undefined {
  const lack = (at: number, size: number): number => Math.max(margin - at, 0) + Math.min(size - margin - at, 0)
  const x = lack(point.x * now.scale + now.x, width)
  const y = lack(point.y * now.scale + now.y, height)
  return x === 0 && y === 0 ? undefined : { ...now, x: now.x + x, y: now.y + y }
}
