import { scaleOf, type PlotData, type PlotKind, type PlotScale } from './plot-data.ts'

/** Positions of the parts of a plot, in pixels. */
export interface PlotFrame {
  width: number
  height: number
  left: number
  top: number
  /** Of what is inside the axes. */
  innerWidth: number
  innerHeight: number
  scale: PlotScale
  /** Room of one point along its axis. */
  band: number
  /** Points lie below each other. */
  isLying: boolean
}

/** Pixels of a letter of the axes, of a bar's row, and what the names of bars take of the width at most. */
const letter = 6.4
const row = 26
const namesShare = 0.42

interface FrameOptions {
  kind: PlotKind
  width: number
  /** Of plots that do not lie; those that lie are as high as their rows. */
  height: number
  format: (value: number) => string
}

/** Lays a plot out in the width that there is. */
export function frameOf(data: PlotData, { kind, width, height, format }: FrameOptions): PlotFrame {
  const isLying = kind === 'bars'
  const scale = scaleOf(data, { isStacked: kind !== 'line', steps: isLying ? Math.max(2, Math.min(6, Math.floor(width / 140))) : 4 })
  const widest = Math.max(...scale.ticks.map((tick) => format(tick).length)) * letter
  const names = Math.max(0, ...data.points.map(({ label }) => label.length)) * letter + 12
  const left = isLying ? Math.min(names, width * namesShare) : widest + 12
  const right = isLying ? widest / 2 + 4 : 8
  const bottom = isLying ? 24 : 36
  const top = 8
  const innerWidth = Math.max(0, width - left - right)
  const innerHeight = isLying ? data.points.length * row : height - top - bottom
  return {
    width,
    height: top + innerHeight + bottom,
    left,
    top,
    innerWidth,
    innerHeight,
    scale,
    band: (isLying ? innerHeight : innerWidth) / Math.max(1, data.points.length),
    isLying,
  }
}

/** Pixels of a value from where the axis begins. */
export function lengthOf({ scale, innerWidth, innerHeight, isLying }: PlotFrame, value: number): number {
  return (value / scale.top) * (isLying ? innerWidth : innerHeight)
}

/** Middle of a point along its axis. */
export function middleOf({ left, top, band, isLying }: PlotFrame, index: number): number {
  return (isLying ? top : left) + band * (index + 0.5)
}

/** The point whose band contains a position within the plot; outside the bands the nearest one. */
export function pointAt({ left, top, band, isLying }: PlotFrame, place: { x: number; y: number }, points: number): number {
  const along = isLying ? place.y - top : place.x - left
  return Math.max(0, Math.min(points - 1, Math.floor(along / Math.max(1, band))))
}

/** A name cut to the room that there is. */
export function cutTo(room: number, name: string): string {
  const letters = Math.floor(room / letter)
  return name.length <= letters ? name : `${name.slice(0, Math.max(1, letters - 1)).trimEnd()}…`
}
