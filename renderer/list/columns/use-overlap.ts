import type { AgGridEvent, GridOptions } from 'ag-grid-community'
import { useState } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'

interface Overlap {
  /** Columns are scrolled under those pinned at the start. */
  start: boolean
  /** The column that lies partly under those pinned at the end; undefined for none. */
  clipped: string | undefined
  /** How much of it is hidden and seen. */
  hiddenPx: number
  seenPx: number
}

const none: Overlap = { start: false, clipped: undefined, hiddenPx: 0, seenPx: 0 }

const hiddenWidth = '--hidden-width'

/** Room for the paddings of a cell and a letter with dots. */
const leastSeenPx = 48

const edge = '1px solid {colors.border}'

/**
 * Hook: ends the texts of a column that lies partly under the pinned ones before them, with dots, once scrolling rests, and draws
 * the edge of what is pinned where something lies under it. `css` and `style` are for the element around the grid.
 */
export function useOverlap() {
  const [overlap, setOverlap] = useState(none)
  const measure = ({ api }: AgGridEvent<ServedRecord>) => {
    const { left, right } = api.getHorizontalPixelRange()
    const at = (column: { getLeft: () => number | null; getActualWidth: () => number }) => {
      const start = column.getLeft() ?? 0
      return { start, end: start + column.getActualWidth() }
    }
    const column = api.getDisplayedCenterColumns().find((one) => at(one).start < right && at(one).end > right)
    const next = {
      ...none,
      start: left > 0,
      ...(column && { clipped: column.getColId(), hiddenPx: at(column).end - right, seenPx: right - at(column).start }),
    }
    setOverlap((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
  }
  const options: GridOptions<ServedRecord> = {
    onBodyScrollEnd: measure,
    onGridSizeChanged: measure,
    onDisplayedColumnsChanged: measure,
    onVirtualColumnsChanged: measure,
  }
  return { css: overlapStyle(overlap), style: { [hiddenWidth as string]: `${overlap.hiddenPx}px` }, options }
}

function overlapStyle({ start, clipped, seenPx }: Overlap) {
  return {
    ...(start && { '& .ag-grid-pinned-left-cells': { borderInlineEnd: edge } }),
    ...(clipped !== undefined && {
      '& .ag-grid-pinned-right-cells': { borderInlineStart: edge },
      // The grid measures copies of cells, in a form, to fit a column to its content; the padding must not count.
      [`& :is(.ag-cell, .ag-header-cell)[col-id="${CSS.escape(clipped)}"]:not(form *)`]: {
        paddingInlineEnd: `calc(12px + var(${hiddenWidth}))`,
        ...(seenPx < leastSeenPx && { '& > *': { visibility: 'hidden' } }),
      },
    }),
  }
}
