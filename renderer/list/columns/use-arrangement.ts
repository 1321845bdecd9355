import type { ColumnMovedEvent, ColumnPinnedEvent, GridApi, GridOptions } from 'ag-grid-community'
import { useRef, type RefObject } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { Arrangement } from './column-choice.ts'
import type { ColumnsModel } from './use-columns.ts'

/** Hook: grid options that save the order and pinned sides of columns after a drag. */
export function useArrangement(columns: ColumnsModel, api: RefObject<GridApi<ServedRecord> | null>): GridOptions<ServedRecord> {
  const moved = useRef(new Set<string>())
  const collectMoved = ({ columns: dragged, source }: ColumnMovedEvent | ColumnPinnedEvent) => {
    if (source === 'uiColumnMoved' || source === 'uiColumnDragged') dragged?.forEach((column) => moved.current.add(column.getColId()))
  }
  const arrange = () => {
    columns.arrange({ shown: shownColumns(api.current), moved: moved.current })
    moved.current = new Set()
  }
  return {
    onColumnPinned: collectMoved,
    onColumnMoved: (event) => {
      collectMoved(event)
      if (event.finished && event.source === 'uiColumnMoved') arrange()
    },
    onDragStopped: arrange,
  }
}

/** The columns of values as the grid shows them, from left to right. */
function shownColumns(api: GridApi<ServedRecord> | null): Arrangement['shown'] {
  return (api?.getAllDisplayedColumns() ?? [])
    .filter((column) => !column.getColDef().suppressMovable)
    .map((column) => {
      const pinned = column.getPinned()
      return { field: column.getColId(), side: pinned === 'left' || pinned === 'right' ? pinned : 'none' }
    })
}
