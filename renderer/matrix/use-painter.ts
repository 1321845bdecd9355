import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Translate } from '../widgets/contract.ts'
import { cellLooks } from './matrix-looks.ts'
import type { MatrixView, Spot } from './matrix-view.ts'
import { Painter, type Drawn, type Marks } from './painter.ts'

/** Links of heads, by oid. */
export interface HeadPaths {
  row?: ((oid: string) => string) | undefined
  column?: ((oid: string) => string) | undefined
}

interface Shown {
  view: MatrixView
  t: Translate
  paths: HeadPaths
}

interface Painting {
  /** Elements filled by the painter. */
  grid: RefObject<HTMLDivElement | null>
  heads: RefObject<HTMLDivElement | null>
  body: RefObject<HTMLDivElement | null>
  /** Undefined before the first drawing. */
  painter: RefObject<Painter | undefined>
  /** Highlights the cell under the pointer. */
  hover: (spot: Spot | undefined) => void
}

/** Hook: redraws a view and its marks when the view, its values or the window change. */
export function usePainter({ view, t, paths }: Shown, version: string): Painting {
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const heads = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const painter = useRef<Painter | undefined>(undefined)
  const hovered = useRef<Spot | undefined>(undefined)
  const [marksOf] = useState(() => (): Marks => {
    const lit = [hovered.current, document.activeElement === grid.current ? view.focus : undefined]
    return { focus: view.focus, range: view.range(), lit: lit.filter((spot) => spot !== undefined) }
  })

  useLayoutEffect(() => {
    if (!grid.current || !heads.current || !body.current) return undefined
    const made = new Painter({
      grid: grid.current,
      heads: heads.current,
      body: body.current,
      idOf: ({ row, column }) => `${id}-${row}-${column}`,
    })
    painter.current = made
    const follow = () => made.scrolled()
    const light = () => made.repaint(marksOf())
    const element = grid.current
    element.addEventListener('scroll', follow, { passive: true })
    for (const event of ['focus', 'blur']) element.addEventListener(event, light)
    const observer = new ResizeObserver(() => made.fit())
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', follow)
      for (const event of ['focus', 'blur']) element.removeEventListener(event, light)
      observer.disconnect()
    }
  }, [grid, heads, body, id, marksOf])

  useEffect(() => {
    painter.current?.show(drawnOf({ view, t, paths }), marksOf())
  }, [view, t, paths, version, marksOf])

  const [hover] = useState(() => (spot: Spot | undefined) => {
    if (hovered.current?.row === spot?.row && hovered.current?.column === spot?.column) return
    hovered.current = spot
    painter.current?.repaint(marksOf())
  })
  return { grid, heads, body, painter, hover }
}

function drawnOf({ view, t, paths }: Shown): Drawn {
  const { rows, columns } = view.model.input
  const head = (entry: { oid: string; name: string } | undefined, path: ((oid: string) => string) | undefined) => ({
    text: entry?.name ?? '',
    href: entry && path?.(entry.oid),
  })
  return {
    rowCount: view.rows.length,
    columnCount: view.columns.length,
    columnsInAll: columns.length,
    cell: cellLooks(view, t),
    rowHead: (row) => head(rows[view.rows[row] ?? -1], paths.row),
    columnHead: (column) => head(columns[view.columns[column] ?? -1], paths.column),
  }
}
