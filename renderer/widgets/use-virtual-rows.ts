import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { Virtualizer } from '@tanstack/react-virtual'

interface LongRows {
  count: number
  /** Position of the row that is drawn wherever one scrolls: it has the keyboard. */
  active: number
  /** The element that scrolls. */
  frame: HTMLDivElement | null
  /** Height of a row, in pixels. */
  rowPx: number
  /** Height of the frame in pixels, where it never changes. @default it is measured */
  framePx?: number
}

/** Hook: which of many rows of equal height are rendered: the visible ones and the active one. */
export function useVirtualRows({ count, active, frame, rowPx, framePx }: LongRows): Virtualizer<HTMLDivElement, Element> {
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler; the rows are, by hand.
  return useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => rowPx,
    overscan: 3,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range)
      return active < range.count && !inSight.includes(active) ? [...inSight, active].toSorted((one, other) => one - other) : inSight
    },
    ...(framePx !== undefined && {
      initialRect: { width: 0, height: framePx },
      observeElementRect: (_virtual, tell) => tell({ width: 0, height: framePx }),
    }),
  })
}
