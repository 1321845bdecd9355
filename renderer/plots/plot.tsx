import { chakra } from '@chakra-ui/react'
import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Axes } from './axes.tsx'
import { frameOf, middleOf, pointAt } from './frame.ts'
import { Highlight, Marks } from './marks.tsx'
import { toneRules } from './plot-colors.ts'
import type { PlotData, PlotKind } from './plot-data.ts'
import { Readout } from './readout.tsx'

const Picture = chakra('svg', {
  base: {
    display: 'block',
    overflow: 'visible',
    fontSize: '2xs',
    '& text': { fill: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& text[data-name]': { fill: 'fg', fontSize: 'xs' },
    '& [data-line=grid]': { stroke: 'border' },
    '& [data-line=base]': { stroke: 'border.strong' },
    '& [data-line=now]': { stroke: 'border.control', strokeDasharray: '3 3' },
    '& [data-line=at]': { stroke: 'border.control' },
    '& [data-band]': { fill: 'bg.subtle' },
    '& [data-hatch]': { fill: 'bg.surface' },
    ...toneRules,
    '& [data-tone] rect': { stroke: 'none' },
    '& [data-dot]': { stroke: 'bg.surface' },
  },
})

export interface PlotProps {
  kind: PlotKind
  /** Non-empty data (see `isBlank`). */
  data: PlotData
  /** What the plot shows, for assistive technology. */
  label: string
  /** Pixels; `bars` are as high as their rows. @default 220 */
  height?: number
  /** A value in the reader's language. */
  format: (value: number) => string
  /** The point that is now, and the word for it: what follows lies ahead. */
  now?: { id: string; label: string } | undefined
}

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  PageDown: (at, last) => Math.min(last, at + 6),
  PageUp: (at) => Math.max(0, at - 6),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Values as a picture. The pointer or the arrow keys go from point to point and read their values out. */
export function Plot({ kind, data, label, height = 220, format, now }: PlotProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const id = useId()
  const [held, setHeld] = useState<number>()
  const [isFocused, setFocused] = useState(false)
  const frame = useMemo(() => frameOf(data, { kind, width, height, format }), [data, kind, width, height, format])
  const last = data.points.length - 1
  const start = Math.max(
    0,
    data.points.findIndex((point) => point.id === now?.id),
  )
  const at = held === undefined ? undefined : Math.min(held, last)
  const read = at ?? Math.min(start, last)

  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setHeld(undefined)
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    setHeld(step(read, last))
  }
  const point = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    setHeld(pointAt(frame, { x: clientX - left, y: clientY - top }, data.points.length))
  }
  const spoken = data.series.map((series) => `${data.series.length === 1 ? '' : `${series.label} `}${format(series.values[read] ?? 0)}`)
  return (
    <chakra.div
      ref={ref}
      role="slider"
      aria-label={label}
      aria-orientation={frame.isLying ? 'vertical' : 'horizontal'}
      aria-valuemin={1}
      aria-valuemax={last + 1}
      aria-valuenow={read + 1}
      aria-valuetext={`${data.points[read]?.label ?? ''}: ${spoken.join(', ')}`}
      tabIndex={0}
      position="relative"
      borderRadius="sm"
      outlineOffset="4px !important"
      style={{ height: `${frame.height}px` }}
      onKeyDown={press}
      onFocus={(event) => {
        setFocused(true)
        if (event.currentTarget.matches(':focus-visible')) setHeld(read)
      }}
      onBlur={() => {
        setFocused(false)
        setHeld(undefined)
      }}
      onPointerMove={point}
      onPointerLeave={() => !isFocused && setHeld(undefined)}
    >
      {width > 0 && (
        <Picture width={width} height={frame.height} aria-hidden>
          {at !== undefined && (kind === 'bars' || kind === 'columns') && <Highlight kind={kind} data={data} frame={frame} at={at} />}
          <Axes data={data} frame={frame} format={format} />
          <Marks kind={kind} data={data} frame={frame} id={id} />
          {now && data.points[start]?.id === now.id && <Now x={middleOf(frame, start)} frame={frame} label={now.label} />}
          {at !== undefined && (kind === 'area' || kind === 'line') && <Highlight kind={kind} data={data} frame={frame} at={at} />}
        </Picture>
      )}
      {at !== undefined && width > 0 && <Readout data={data} frame={frame} at={at} format={format} />}
    </chakra.div>
  )
}

function Now({ x, frame, label }: { x: number; frame: ReturnType<typeof frameOf>; label: string }) {
  return (
    <>
      <line data-line="now" x1={x} x2={x} y1={frame.top} y2={frame.top + frame.innerHeight} />
      <text x={x + 4} y={frame.top} dy="0.6em">
        {label}
      </text>
    </>
  )
}

/** Hook: how wide an element is, in pixels, now and after it changes. */
function useWidth<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
