import { useRef } from 'react'
import type { MouseEvent, PointerEvent, RefObject } from 'react'
import type { MatrixView, Spot } from './matrix-view.ts'
import type { Painter } from './painter.ts'

interface Pointing {
  view: MatrixView
  painter: RefObject<Painter | undefined>
  hover: (spot: Spot | undefined) => void
  /** Called when a cell was clicked. */
  onPress: () => void
  /** Navigates to the link of a head. */
  go: (path: string) => void
}

/** Hook: pointer input. A click selects a cell, a drag or Shift+click a range, a head navigates. */
export function usePointer({ view, painter, hover, onPress, go }: Pointing) {
  const from = useRef<Spot | undefined>(undefined)
  const isDrag = useRef(false)
  const spotOf = (event: { target: EventTarget | null }): Spot | undefined => painter.current?.spotOf(event.target)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const spot = spotOf(event)
      if (event.button !== 0 || !spot) return
      isDrag.current = event.shiftKey
      from.current = spot
      view.go(spot, event.shiftKey)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const spot = spotOf(event)
      if (event.pointerType === 'mouse') hover(spot)
      // The button was released outside the grid.
      if (event.buttons === 0) from.current = undefined
      const { current: start } = from
      if (!start || !spot || event.pointerType !== 'mouse' || start.row < 0 || start.column < 0 || spot.row < 0 || spot.column < 0) return
      if (!isDrag.current && spot.row === start.row && spot.column === start.column) return
      if (isDrag.current && event.shiftKey) return
      isDrag.current = true
      view.choose(start, spot)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const start = from.current
      const spot = spotOf(event)
      from.current = undefined
      if (!start || !spot || isDrag.current || start.row !== spot.row || start.column !== spot.column) return
      if (spot.row >= 0 && spot.column >= 0) onPress()
    },
    onPointerCancel: () => void (from.current = undefined),
    onPointerLeave: () => hover(undefined),
    onClick: (event: MouseEvent<HTMLElement>) => {
      const href = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : undefined
      if (!href || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      go(href)
    },
  }
}
