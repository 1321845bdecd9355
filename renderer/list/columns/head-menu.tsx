import { Pin } from 'lucide-react'
import { useMemo } from 'react'
import type { PinnedSide } from '../../../schemas/list-views.ts'
import { useHost } from '../../host.tsx'
import { IconButton } from '../../parts/controls/button.tsx'
import { Menu, OpenMenu, type MenuGroup } from '../../parts/overlays/menu.tsx'
import type { HeadMenuHost } from './column-menus.tsx'
import type { ListColumn } from './list-columns.ts'
import type { ColumnsModel } from './use-columns.ts'

/** A column whose menu is meant. */
export interface ColumnMenuProps {
  columns: ColumnsModel
  column: ListColumn
  fieldName: (field: string) => string
}

const sides: readonly PinnedSide[] = ['left', 'right', 'none']

/** Hook: the side at which a column stays while the others scroll, as a choice of a menu. */
function usePinGroup({ pin }: ColumnsModel, column: ListColumn | undefined): MenuGroup {
  const { t } = useHost()
  return {
    id: 'pin',
    items: sides.map((side) => ({
      id: side,
      label: t(`list.columns.pin.${side}`),
      checked: side === (column?.pinned ?? 'none'),
      onSelect: () => column && pin(column.field, side),
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

/** How long a changed head may take to be drawn. */
const headDrawnMs = 1_000

interface HeadMenuProps extends HeadMenuHost {
  /** Place of the column among those that are shown. */
  index: number
  /** The head; focus goes back there. */
  head: HTMLElement
  onClose: () => void
}

/** What can be done with a column at its head. Mount it to open it. */
export function HeadMenu({ columns, fieldName, api, index, head, onClose }: HeadMenuProps) {
  const { t } = useHost()
  const { visible } = columns
  const column = visible[index]
  const anchor = useMemo(() => ({ current: head }), [head])
  // A head that moves to another part of the grid is another element: the focus follows it, or goes to the neighbour of a hidden one,
  // as soon as the grid has drawn it.
  const focusAfterChange = (field: string | undefined) => {
    if (field === undefined) return
    const until = performance.now() + headDrawnMs
    const focus = () => {
      api.current?.setFocusedHeader(field)
      const now = document.activeElement?.closest('.ag-header-cell')
      const isDone = now !== head && now?.getAttribute('col-id') === field
      if (!isDone && performance.now() < until) requestAnimationFrame(focus)
    }
    requestAnimationFrame(focus)
  }
  const pin: ColumnsModel['pin'] = (field, side) => {
    if (side !== (column?.pinned ?? 'none')) focusAfterChange(field)
    columns.pin(field, side)
  }
  const hide = (field: string) => {
    focusAfterChange((visible[index + 1] ?? visible[index - 1])?.field)
    columns.show(field, false)
  }
  const fit = (fitted: readonly ListColumn[]) => api.current?.autoSizeColumns({ colIds: fitted.map(({ field }) => field) })
  const pinGroup = usePinGroup({ ...columns, pin }, column)
  if (!column) return null
  return (
    <OpenMenu
      anchor={anchor}
      label={t('list.columns.menu', { column: fieldName(column.head) })}
      width="13rem"
      groups={[
        pinGroup,
        {
          id: 'fit',
          items: [
            { id: 'fit', label: t('list.columns.fit'), onSelect: () => fit([column]) },
            { id: 'fitAll', label: t('list.columns.fitAll'), onSelect: () => fit(visible) },
          ],
        },
        {
          id: 'hide',
          items: visible.length > 1 ? [{ id: 'hide', label: t('list.columns.hide'), onSelect: () => hide(column.field) }] : [],
        },
      ]}
      onClose={onClose}
    />
  )
}
