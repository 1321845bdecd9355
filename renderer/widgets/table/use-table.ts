import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ClipboardEvent, FocusEvent, KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import type { InnerValue, ListProps } from '../contract.ts'
import { columnsOf, newRow, placeOf } from './columns.ts'
import type { TableColumn } from './columns.ts'
import { movedRow, nextSort, shownOrder } from './order.ts'
import type { TableSort } from './order.ts'
import { pasteInto } from './paste-event.ts'
import type { VisibleRows, UseVisibleRows } from './visible-rows.ts'

/** Frames to wait for a cell that has just been scrolled to. */
const maxFrames = 5

/** A cell by its position on the screen. */
interface Target {
  shown: number
  column: number
}

/** A table without its looks. */
export interface TableModel {
  inner: InnerValue
  columns: readonly TableColumn[]
  /** Stored positions of the rows, in the order shown. */
  order: readonly number[]
  sort: TableSort | undefined
  sortBy: (column: string) => void
  /** Takes the element that scrolls. */
  setFrame: (frame: HTMLDivElement | null) => void
  visibleRows: VisibleRows
  locked: boolean
  /** Rows neither come nor go. */
  fixed: boolean
  /** Column with the position of each row, from 1, in a list whose order matters. */
  place: string | undefined
  /** Puts a row at another position, where its handle keeps the keyboard. */
  move: (from: number, to: number) => void
  /** Draws a row wherever one scrolls. */
  keep: (shown: number) => void
  add: () => void
  remove: (index: number) => void
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  onFocus: (event: FocusEvent) => void
  /** Path of the cell that has or had the focus. */
  active: string | undefined
}

/** Rows that a page of the list moves by. */
const pageRows = 10

/** Keys that lead from one row to another: from the shown position of a row to that of the next, among so many. */
const moves: Record<string, (shown: number, count: number) => number> = {
  ArrowDown: (shown) => shown + 1,
  ArrowUp: (shown) => shown - 1,
  Enter: (shown) => shown + 1,
  PageDown: (shown, count) => Math.min(shown + pageRows, count - 1),
  PageUp: (shown) => Math.max(shown - pageRows, 0),
  'Control+Home': () => 0,
  'Control+End': (_shown, count) => count - 1,
}

/** Rows in display order, and their sorting. Rows are sorted on request, never while the user types. */
function useOrder(inner: InnerValue) {
  const rows = inner.useRows()
  const [sort, setSort] = useState<TableSort | undefined>(undefined)
  const order = useMemo(() => shownOrder(rows.length > 0 ? inner.rows() : rows, sort), [inner, rows, sort])
  return { order, sort, setSort }
}

/** A cell that is to take the focus; every request is a new object. */
export interface FocusRequest {
  path: string
}

/** The cell that the list itself last asked to focus. */
export interface CellFocus {
  asked: FocusRequest | undefined
  ask: (focusRequest: FocusRequest) => void
}

interface TableParts {
  cells: CellFocus
  useVisibleRows: UseVisibleRows
}

/** Moves the focus once the requested cell is there. `targetOf` null: nothing is there yet. */
function useGrantFocus(
  focusRequest: FocusRequest | undefined,
  targetOf: ((path: string) => Target | undefined) | null,
  focusCell: (target: Target) => void,
): void {
  const granted = useRef<FocusRequest>(undefined)
  useEffect(() => {
    const target = focusRequest && focusRequest !== granted.current ? targetOf?.(focusRequest.path) : undefined
    if (!target || target.shown < 0) return undefined
    let isOver = false
    queueMicrotask(() => {
      if (isOver) return
      granted.current = focusRequest
      focusCell(target)
    })
    return () => {
      isOver = true
    }
  }, [focusRequest, targetOf, focusCell])
}

/** Where the focus is, and how it moves. */
function useCells(
  { inner, columns, order }: Pick<TableModel, 'inner' | 'columns' | 'order'>,
  { cells: { asked }, useVisibleRows }: TableParts,
) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const [active, setActive] = useState(0)
  const visibleRows = useVisibleRows({ count: order.length, active, frame })
  const { show } = visibleRows
  const focusRequest = inner.useFocusRequest()

  const focusCell = useCallback(
    ({ shown, column }: Target) => {
      const row = order[shown]
      const name = columns[column]?.name
      if (row === undefined || name === undefined) return
      // The next key may come before the next frame: the cell is drawn at once, wherever it is in the list.
      flushSync(() => setActive(shown))
      show(shown)
      const take = (tries: number) => {
        const cell = frame?.querySelector<HTMLElement>(`[data-cell="/${row}/${name}"]`)
        if (cell) cell.focus()
        else if (tries > 0) requestAnimationFrame(() => take(tries - 1))
      }
      take(maxFrames)
    },
    [order, columns, show, frame],
  )
  const targetOf = useCallback(
    (path: string | undefined): Target | undefined => {
      if (path === undefined) return undefined
      const [, row, name] = path.split('/')
      return {
        shown: order.indexOf(Number(row)),
        column: Math.max(
          0,
          columns.findIndex((column) => column.name === name),
        ),
      }
    },
    [order, columns],
  )
  useGrantFocus(focusRequest, frame && targetOf, focusCell)
  useGrantFocus(asked, frame && targetOf, focusCell)
  const focusHandle = useCallback(
    (shown: number) => {
      flushSync(() => setActive(shown))
      show(shown)
      frame?.querySelector<HTMLElement>(`[data-handle="${shown}"]`)?.focus()
    },
    [show, frame],
  )
  return { setFrame, visibleRows, focusCell, focusHandle, targetOf, setActive }
}

const pathOf = (element: EventTarget): string | undefined => (element instanceof HTMLElement ? element.dataset.cell : undefined)

/** Hook: a list of records, edited in place. */
export function useTable({ inner, property, options, disabled, readonly }: ListProps, parts: TableParts): TableModel {
  const { columns: wanted, blanks } = options
  const all = useMemo(() => columnsOf(property, { columns: wanted, blanks }), [property, wanted, blanks])
  const hidden = inner.useHidden(useMemo(() => all.map((column) => column.name), [all]))
  const columns = useMemo(() => all.filter((column) => !hidden.has(column.name)), [all, hidden])
  const locked = disabled || readonly
  const fixed = options['fixed'] === true
  const { order, sort, setSort } = useOrder(inner)
  const [activePath, setActivePath] = useState<string | undefined>(undefined)
  const place = placeOf(property, options['order'])
  const { setFrame, visibleRows, focusCell, focusHandle, targetOf, setActive } = useCells({ inner, columns, order }, parts)

  // The next keystroke belongs to the new row, so the row is rendered before it.
  const add = () =>
    flushSync(() => {
      setSort(undefined)
      inner.replace([...inner.rows(), newRow(property)])
      parts.cells.ask({ path: `/${inner.rows().length - 1}/${columns[0]?.name ?? ''}` })
    })
  return {
    inner,
    columns,
    order,
    sort,
    sortBy: (column) => setSort(nextSort(sort, column)),
    setFrame,
    visibleRows,
    locked,
    fixed,
    place,
    move: (from, to) => {
      flushSync(() => inner.replace(movedRow(inner.rows(), from, to)))
      focusHandle(to)
    },
    keep: setActive,
    add,
    remove: useCallback((index: number) => inner.replace(inner.rows().filter((_row, at) => at !== index)), [inner]),
    onKeyDown: (event) => {
      const target = targetOf(pathOf(event.target))
      const move = moves[event.ctrlKey || event.metaKey ? `Control+${event.key}` : event.key]
      if (event.defaultPrevented || !target || move === undefined || event.target instanceof HTMLSelectElement) return
      event.preventDefault()
      if (event.key === 'Enter' && target.shown === order.length - 1 && !locked && !fixed) add()
      else focusCell({ shown: move(target.shown, order.length), column: target.column })
    },
    onPaste: (event) => {
      if (locked) return
      const cell = targetOf(pathOf(event.target))
      const { shown, column } = cell ?? { shown: order.length, column: 0 }
      const place = { from: column, below: order.slice(shown), grows: !fixed }
      pasteInto(event, { inner, columns, ...place, emptyRow: () => newRow(property) }, cell !== undefined)
    },
    onFocus: (event) => {
      const path = pathOf(event.target)
      const target = targetOf(path)
      if (target) setActive(target.shown)
      setActivePath(path)
    },
    active: activePath,
  }
}
