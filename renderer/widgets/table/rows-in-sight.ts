import { useCallback, useLayoutEffect, useMemo, useState } from 'react'

/** Rows drawn beyond what is in sight, on either side. */
const beyond = 3

/** A list whose rows are all equally high, below a head that stays. */
export interface EvenRows {
  count: number
  rowHeightPx: number
  headHeightPx: number
  /** Rows that are drawn until the frame has been measured. */
  atFirst: number
  /** Drawn wherever one scrolls, for it keeps the focus. */
  active: number
  /** The element that scrolls. */
  frame: HTMLElement | null
}

/** Which rows are drawn, in order, and how one comes to another. */
export interface RowsInSight {
  drawn: readonly number[]
  /** Scrolls no further than needed. */
  show: (row: number) => void
}

interface Range {
  first: number
  last: number
}

/** Hook: draws the rows in sight of a long list and the active one. */
export function useRowsInSight({ count, rowHeightPx, headHeightPx, atFirst, active, frame }: EvenRows): RowsInSight {
  const [{ first, last }, setRange] = useState<Range>({ first: 0, last: atFirst - 1 })
  useLayoutEffect(() => {
    if (!frame) return undefined
    const look = () =>
      setRange((before) => {
        const next = rangeAt(frame, rowHeightPx)
        return next.first === before.first && next.last === before.last ? before : next
      })
    look()
    const observer = new ResizeObserver(look)
    observer.observe(frame)
    frame.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      frame.removeEventListener('scroll', look)
    }
  }, [frame, rowHeightPx])
  const drawn = useMemo(() => rowsDrawn({ first, last }, active, count), [first, last, active, count])
  const show = useCallback(
    (row: number) => {
      if (!frame) return
      const top = row * rowHeightPx
      const least = top + rowHeightPx + headHeightPx - frame.clientHeight
      if (top < frame.scrollTop) frame.scrollTo({ top })
      else if (frame.scrollTop < least) frame.scrollTo({ top: least })
    },
    [frame, rowHeightPx, headHeightPx],
  )
  return { drawn, show }
}

/** The rows in sight of a frame and some around them. */
function rangeAt({ scrollTop, clientHeight }: HTMLElement, rowHeightPx: number): Range {
  return {
    first: Math.max(0, Math.floor(scrollTop / rowHeightPx) - beyond),
    last: Math.ceil((scrollTop + clientHeight) / rowHeightPx) - 1 + beyond,
  }
}

/** A list may have become shorter than where one had scrolled to: its last rows are drawn then. */
function rowsDrawn({ first, last }: Range, active: number, count: number): number[] {
  const end = Math.min(last, count - 1)
  const start = Math.max(0, Math.min(first, end - (last - first)))
  const rows = Array.from({ length: Math.max(0, end - start + 1) }, (_row, index) => start + index)
  if (active >= count || (active >= start && active <= end)) return rows
  return active < start ? [active, ...rows] : [...rows, active]
}
