import { Pin } from 'lucide-react'
import type { RefObject } from 'react'
import type { PinnedSide } from '../../../schemas/list-views.ts'
import { useHost } from '../../host.tsx'
import { IconButton } from '../../parts/controls/button.tsx'
import { Menu, OpenMenu, type MenuGroup } from '../../parts/overlays/menu.tsx'
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
  /** Fits the column to its content, or all that are shown. */
  onFit: (isAll: boolean) => void
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
        {
          id: 'fit',
          items: [
            { id: 'fit', label: t('list.columns.fit'), onSelect: () => onFit(false) },
            { id: 'fitAll', label: t('list.columns.fitAll'), onSelect: () => onFit(true) },
          ],
        },
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
