import { useCallback, useMemo } from 'react'
import { rowHeightPx } from './style.ts'

/** The rows of a list that are rendered. */
export interface VisibleRows {
  /** By position among the shown rows, with the distance from the top in pixels. */
  items: readonly { index: number; start: number }[]
  /** Height of all rows, in pixels. */
  heightPx: number
  /** Brings a row into sight. */
  show: (index: number) => void
}

interface VisibleRowsInput {
  count: number
  /** Position of the row that has the keyboard. */
  active: number
  /** The element that scrolls. */
  frame: HTMLDivElement | null
}

/** Hook: the rows of a list that are rendered. */
export type UseVisibleRows = (of: VisibleRowsInput) => VisibleRows

/** Most rows that are all drawn, wherever one scrolls. */
export const fewRows = 20

/** Hook: all rows of a short list are drawn, and come into sight with the focus. */
export const useAllRows: UseVisibleRows = ({ count }) => {
  const items = useMemo(() => Array.from({ length: count }, (_row, index) => ({ index, start: index * rowHeightPx })), [count])
  const show = useCallback(() => undefined, [])
  return { items, heightPx: count * rowHeightPx, show }
}
