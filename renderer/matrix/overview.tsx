import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import type { PointerEvent, RefObject } from 'react'
import type { MatrixView } from './matrix-view.ts'
import { CELL_PX, COLUMN_HEAD_PX, ROW_HEAD_PX } from './painter.ts'

/** Longest side in CSS pixels. */
const SIDE_PX = 208

interface OverviewProps {
  view: MatrixView
  grid: RefObject<HTMLElement | null>
  /** Changes with every value. */
  version: number
  label: string
}

/** Overview of the whole matrix with one pixel per cell and a frame around the window; click or drag scrolls there. */
export function Overview({ view, grid, version, label }: OverviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const rows = view.rows.length
  const columns = view.columns.length
  const scale = SIDE_PX / Math.max(rows, columns, 1)

  useEffect(() => {
    if (canvas.current) draw(canvas.current, view)
    // Filtering creates new arrays; moving the focus does not.
  }, [view, version, view.rows, view.columns, view.filter])

  useEffect(() => {
    const element = grid.current
    if (!element) return undefined
    const follow = () => {
      const { current } = frame
      if (!current) return
      const part = scale / CELL_PX
      current.style.transform = `translate(${element.scrollLeft * part}px, ${element.scrollTop * part}px)`
      current.style.width = `${Math.min(columns * scale, (element.clientWidth - ROW_HEAD_PX) * part)}px`
      current.style.height = `${Math.min(rows * scale, (element.clientHeight - COLUMN_HEAD_PX) * part)}px`
    }
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', follow)
      observer.disconnect()
    }
  }, [grid, scale, rows, columns])

  const go = (event: PointerEvent<HTMLElement>) => {
    const element = grid.current
    if (!element || event.buttons !== 1) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const part = CELL_PX / scale
    element.scrollTo(
      (event.clientX - left) * part - (element.clientWidth - ROW_HEAD_PX) / 2,
      (event.clientY - top) * part - (element.clientHeight - COLUMN_HEAD_PX) / 2,
    )
  }
  return (
    <chakra.div
      role="img"
      aria-label={label}
      display={{ base: 'none', lg: 'block' }}
      position="relative"
      overflow="hidden"
      flexShrink={0}
      width={`${columns * scale}px`}
      height={`${rows * scale}px`}
      bg="bg.subtle"
      borderRadius="xs"
      touchAction="none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={go}
    >
      <chakra.canvas ref={canvas} width="full" height="full" css={{ imageRendering: 'pixelated' }} />
      <chakra.div
        ref={frame}
        position="absolute"
        top={0}
        left={0}
        outline="2px solid"
        outlineColor="accent.solid"
        outlineOffset="-1px"
        pointerEvents="none"
      />
    </chakra.div>
  )
}

/** Draws one pixel per visible cell, in the colour of its value. */
function draw(canvas: HTMLCanvasElement, view: MatrixView): void {
  const { model, rows, columns } = view
  canvas.width = columns.length
  canvas.height = rows.length
  const context = columns.length * rows.length > 0 ? canvas.getContext('2d') : null
  if (!context) return
  const style = getComputedStyle(document.documentElement)
  const colors = model.options.map(({ tone }) => bytesOf(style.getPropertyValue(`--chakra-colors-${tone}-dot`)))
  const image = context.createImageData(columns.length, rows.length)
  for (let row = 0; row < rows.length; row++) {
    for (let column = 0; column < columns.length; column++) {
      const cell = view.cellAt({ row, column })
      const color = cell < 0 || view.isFaded(cell) ? undefined : colors[model.shown(cell)]
      if (color) image.data.set(color, (row * columns.length + column) * 4)
    }
  }
  context.putImageData(image, 0, 0)
}

/** Alpha (of 255): large surfaces of one colour must not dominate the cells beside them. */
const OPACITY = 140

/** Red, green, blue and opacity of `#rrggbb`. */
function bytesOf(color: string): number[] {
  const number = Number.parseInt(color.trim().slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255, OPACITY]
}
