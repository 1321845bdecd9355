import type { ColumnResizedEvent, GridApi, GridOptions } from 'ag-grid-community'
import { useEffect, useState, type RefObject } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { ColumnsModel } from './use-columns.ts'

/** From the first drawn rows until their widths are measured, at the latest: then the grid is shown with estimated ones. */
const fitTimeoutMs = 3000

/**
 * Lets the grid fit columns to their content that no person, screen or earlier visit gave a width, and keeps the widths that it
 * finds, and those that a person gives. Nothing of a grid that is fitting its columns for the first time is seen.
 */
export function useFittedColumns(columns: ColumnsModel, api: RefObject<GridApi<ServedRecord> | null>) {
  const estimated = columns.visible.filter(({ isEstimated }) => isEstimated).map(({ field }) => field)
  const [first] = useState(estimated)
  const [phase, setPhase] = useState<'fitting' | 'shown' | 'unfit'>(estimated.length > 0 ? 'fitting' : 'shown')
  const isFit = estimated.length === 0
  // The grid takes new columns over in an effect of its own, which runs before this one: shown earlier, they would move.
  useEffect(() => {
    if (isFit) queueMicrotask(() => setPhase((now) => (now === 'fitting' ? 'shown' : now)))
  }, [isFit])
  // Counted from the rows, not from the page: on a busy machine the grid takes longer than that to draw them.
  const [isDrawn, setIsDrawn] = useState(false)
  useEffect(() => {
    if (!isDrawn) return
    const timer = setTimeout(() => setPhase((now) => (now === 'fitting' ? 'unfit' : now)), fitTimeoutMs)
    return () => clearTimeout(timer)
  }, [isDrawn])
  // A column that is shown later.
  const later = phase === 'shown' ? estimated.join() : ''
  useEffect(() => {
    if (later !== '') api.current?.autoSizeColumns({ colIds: later.split(',') })
  }, [later, api])

  const onColumnResized = ({ finished, source, columns: sized }: ColumnResizedEvent) => {
    if (!finished || !sized || (source !== 'autosizeColumns' && source !== 'uiColumnResized')) return
    const widths = Object.fromEntries(sized.map((column) => [column.getColId(), Math.round(column.getActualWidth())]))
    const isFirst = source === 'autosizeColumns' && sized.every((column) => estimated.includes(column.getColId()))
    if (isFirst) columns.fit(widths)
    else for (const [field, width] of Object.entries(widths)) columns.resize(field, width)
  }
  const options: GridOptions<ServedRecord> = {
    onColumnResized,
    ...(first.length > 0 ? { autoSizeStrategy: { type: 'fitCellContents', colIds: first }, suppressColumnVirtualisation: true } : {}),
  }
  return { isFitting: phase === 'fitting', isUnfit: phase === 'unfit', options, onDrawn: () => setIsDrawn(true) }
}
