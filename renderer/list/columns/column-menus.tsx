import type { GridApi } from 'ag-grid-community'
import { lazy, Suspense, useMemo, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { ColumnsModel } from './use-columns.ts'

// With the panel of columns, in one script.
const HeadMenu = lazy(() => import('./column-rows.tsx').then((module) => ({ default: module.HeadMenu })))

interface HeadMenuHost {
  columns: ColumnsModel
  fieldName: (field: string) => string
  api: RefObject<GridApi<ServedRecord> | null>
}

/** How long a changed head may take to be drawn. */
const headDrawnMs = 1_000

/** Hook: the menu at the heads of a grid's columns, by the secondary button of the pointer, the menu key, or Alt with the arrow down. */
export function useHeadMenu({ columns, fieldName, api }: HeadMenuHost) {
  const [opened, setOpened] = useState<{ field: string; head: HTMLElement }>()
  const anchor = useMemo(() => ({ current: opened?.head ?? null }), [opened])
  const open = (event: KeyboardEvent | MouseEvent) => {
    const head = event.target instanceof Element ? event.target.closest<HTMLElement>('.ag-header-cell') : null
    const field = head?.getAttribute('col-id')
    if (!head || !columns.visible.some((column) => column.field === field)) return
    event.preventDefault()
    event.stopPropagation()
    setOpened({ field: field ?? '', head })
  }
  // A head that moves to another part of the grid is another element: the focus follows it, or goes to the neighbour of a hidden one,
  // as soon as the grid has drawn it.
  const focusAfterChange = (field: string | undefined) => {
    if (field === undefined) return
    const until = performance.now() + headDrawnMs
    const focus = () => {
      api.current?.setFocusedHeader(field)
      const head = document.activeElement?.closest('.ag-header-cell')
      const isDone = head !== opened?.head && head?.getAttribute('col-id') === field
      if (!isDone && performance.now() < until) requestAnimationFrame(focus)
    }
    requestAnimationFrame(focus)
  }
  const index = columns.visible.findIndex(({ field }) => field === opened?.field)
  const column = columns.visible[index]
  const model: ColumnsModel = {
    ...columns,
    pin: (field, side) => {
      if (side !== (column?.pinned ?? 'none')) focusAfterChange(field)
      columns.pin(field, side)
    },
    show: (field, shown) => {
      focusAfterChange((columns.visible[index + 1] ?? columns.visible[index - 1])?.field)
      columns.show(field, shown)
    },
  }
  return {
    handlers: {
      onContextMenu: open,
      onKeyDownCapture: (event: KeyboardEvent) => event.altKey && event.key === 'ArrowDown' && open(event),
    },
    menu: column && (
      <Suspense>
        <HeadMenu
          columns={model}
          column={column}
          fieldName={fieldName}
          anchor={anchor}
          onFit={(isAll) => api.current?.autoSizeColumns({ colIds: isAll ? columns.visible.map(({ field }) => field) : [column.field] })}
          onClose={() => setOpened(undefined)}
        />
      </Suspense>
    ),
  }
}
