import { Pin } from 'lucide-react'
import type { GridApi } from 'ag-grid-community'
import { useMemo, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { ServedRecord } from '../../../schemas/plan.ts'
import { useHost } from '../../host.tsx'
import { IconButton } from '../../parts/controls/button.tsx'
import { Menu, OpenMenu, type MenuGroup } from '../../parts/overlays/menu.tsx'
import type { PinnedSide } from '../../../schemas/list-views.ts'
import type { ListColumn } from './list-columns.ts'
import type { ColumnsModel } from './use-columns.ts'

interface ColumnMenuProps {
  columns: ColumnsModel
  column: ListColumn
  fieldName: (field: string) => string
}

const sides: readonly PinnedSide[] = ['left', 'right', 'none']

/** Hook: the side at which a column stays while the others scroll, as a choice of a menu. */
function usePinGroup({ pin }: ColumnsModel, { field, pinned }: ListColumn): MenuGroup {
  const { t } = useHost()
  return {
    id: 'pin',
    items: sides.map((side) => ({
      id: side,
      label: t(`list.columns.pin.${side}`),
      checked: side === (pinned ?? 'none'),
      onSelect: () => pin(field, side),
    })),
  }
}

/** Pins one column, from the panel of all columns. */
export function PinMenu({ columns, column, fieldName }: ColumnMenuProps) {
  const { t } = useHost()
  const label = t('list.columns.pin', { column: fieldName(column.field) })
  return (
    <Menu
      label={label}
      width="13rem"
      groups={[usePinGroup(columns, column)]}
      trigger={(props) => (
        <IconButton {...props} small label={label} icon={<Pin />} data-active={column.pinned === undefined ? undefined : ''} />
      )}
    />
  )
}

interface HeadMenuProps extends ColumnMenuProps {
  /** The head; focus goes back there. */
  anchor: RefObject<HTMLElement | null>
  onFit: () => void
  onClose: () => void
}

/** What can be done with a column at its head. Mount it to open it. */
export function HeadMenu({ columns, column, fieldName, anchor, onFit, onClose }: HeadMenuProps) {
  const { t } = useHost()
  const pinGroup = usePinGroup(columns, column)
  return (
    <OpenMenu
      anchor={anchor}
      label={t('list.columns.menu', { column: fieldName(column.head) })}
      width="13rem"
      groups={[
        pinGroup,
        { id: 'fit', items: [{ id: 'fit', label: t('list.columns.fit'), onSelect: onFit }] },
        {
          id: 'hide',
          items:
            columns.visible.length > 1
              ? [{ id: 'hide', label: t('list.columns.hide'), onSelect: () => columns.show(column.field, false) }]
              : [],
        },
      ]}
      onClose={onClose}
    />
  )
}

interface HeadMenuHost extends Pick<ColumnMenuProps, 'columns' | 'fieldName'> {
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
      <HeadMenu
        columns={model}
        column={column}
        fieldName={fieldName}
        anchor={anchor}
        onFit={() => api.current?.autoSizeColumns({ colIds: [column.field] })}
        onClose={() => setOpened(undefined)}
      />
    ),
  }
}
