import type { GridApi } from 'ag-grid-community'
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import type { ColumnsModel } from './use-columns.ts'

// With the panel of columns, in one script.
const HeadMenu = lazy(() => import('./column-rows.tsx').then((module) => ({ default: module.HeadMenu })))

/** A grid whose heads have menus. */
export interface HeadMenuHost {
  columns: ColumnsModel
  fieldName: (field: string) => string
  api: RefObject<GridApi<ServedRecord> | null>
}

/** How long a finger rests on a head to open its menu, and how far it may stray meanwhile. */
const [longPressMs, strayPx] = [500, 8]

/**
 * Hook: the menu at the heads of a grid's columns, by the secondary button of the pointer, a finger that rests there, the menu key, or Alt with
 * the arrow down.
 */
export function useHeadMenu(host: HeadMenuHost) {
  const [opened, setOpened] = useState<{ index: number; head: HTMLElement }>()
  const open = (event: KeyboardEvent | MouseEvent) => {
    const head = event.target instanceof Element ? event.target.closest<HTMLElement>('.ag-header-cell') : null
    const index = host.columns.visible.findIndex(({ field }) => field === head?.getAttribute('col-id'))
    if (!head || index < 0) return
    event.preventDefault()
    event.stopPropagation()
    setOpened({ index, head })
  }
  // Not every browser tells of a finger that rests by `contextmenu`.
  const rest = useRef({ timer: 0, x: 0, y: 0 })
  const lift = () => clearTimeout(rest.current.timer)
  return {
    handlers: {
      onContextMenu: open,
      onPointerDown: (event: PointerEvent) => {
        lift()
        const { clientX: x, clientY: y } = event
        if (event.pointerType === 'touch') rest.current = { timer: window.setTimeout(() => open(event), longPressMs), x, y }
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (Math.hypot(clientX - rest.current.x, clientY - rest.current.y) > strayPx) lift()
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onKeyDownCapture: (event: KeyboardEvent) => event.altKey && event.key === 'ArrowDown' && open(event),
    },
    menu: opened && (
      <Suspense>
        <HeadMenu {...host} {...opened} onClose={() => setOpened(undefined)} />
      </Suspense>
    ),
  }
}
